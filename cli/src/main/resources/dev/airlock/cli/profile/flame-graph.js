// Zooms into a flame graph and finds functions in it. The page is complete without it.
(() => {
  const WIDTH = 1200, CHARACTER = 7, BASELINE = 12, ROUNDED = 0.02;
  const graph = document.querySelector('svg');
  const find = document.getElementById('find');
  const found = document.getElementById('found');
  const whole = document.getElementById('whole');
  const boxes = [...graph.querySelectorAll('g > g')].map(group => {
    const box = group.querySelector('rect'), title = group.querySelector('title').textContent;
    return {
      group, box, text: group.querySelector('text'), name: title.slice(0, title.lastIndexOf(': ')),
      left: Number(box.getAttribute('x')), width: Number(box.getAttribute('width')), y: Number(box.getAttribute('y')),
    };
  });
  let hits = [], next = 0;

  function label(one, left, width) {
    const room = Math.floor(width / CHARACTER) - 1, letters = [...one.name];
    if (room <= 2) {
      if (one.text) one.text.textContent = '';
      return;
    }
    if (!one.text) {
      one.text = document.createElementNS(graph.namespaceURI, 'text');
      one.text.setAttribute('y', one.y + BASELINE);
      one.group.append(one.text);
    }
    one.text.setAttribute('x', left + 3);
    one.text.textContent = letters.length <= room ? one.name : '…' + letters.slice(letters.length - room + 1).join('');
  }

  // The callers of the box get the whole width, as it does; of the others only its callees stay.
  function zoom(to) {
    const right = to.left + to.width;
    for (const one of boxes) {
      const isCaller = one.y >= to.y, end = one.left + one.width;
      const shown = isCaller
        ? one.left <= to.left + ROUNDED && end >= right - ROUNDED
        : one.left >= to.left - ROUNDED && end <= right + ROUNDED;
      one.group.style.display = shown ? '' : 'none';
      if (shown) {
        const left = isCaller ? 0 : (one.left - to.left) * WIDTH / to.width;
        const width = isCaller ? WIDTH : one.width * WIDTH / to.width;
        one.box.setAttribute('x', left);
        one.box.setAttribute('width', width);
        label(one, left, width);
      }
    }
    whole.disabled = to === boxes[0];
  }

  function search() {
    const word = find.value.toLowerCase();
    let sum = 0, end = 0;
    hits = boxes.filter(one => {
      const isHit = word !== '' && one.name.toLowerCase().includes(word);
      one.group.classList.toggle('hit', isHit);
      return isHit;
    });
    for (const one of [...hits].sort((a, b) => a.left - b.left)) {
      sum += Math.max(0, one.left + one.width - Math.max(one.left, end));
      end = Math.max(end, one.left + one.width);
    }
    hits.sort((a, b) => b.width - a.width);
    next = 0;
    found.textContent = word === '' ? '' : (hits.length === 1 ? '1 box, ' : hits.length + ' boxes, ') + (100 * sum / WIDTH).toFixed(1) + ' % of the fuel';
  }

  find.addEventListener('input', search);
  find.addEventListener('keydown', event => {
    if (event.key === 'Enter' && hits.length > 0) zoom(hits[next++ % hits.length]);
    if (event.key === 'Escape') zoom(boxes[0]);
  });
  whole.addEventListener('click', () => zoom(boxes[0]));
  graph.addEventListener('click', event => {
    const one = boxes.find(candidate => candidate.group.contains(event.target));
    if (one) zoom(one);
  });
  document.getElementById('tools').hidden = false;
})();
