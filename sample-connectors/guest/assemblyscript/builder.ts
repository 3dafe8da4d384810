/** Builds a string piece by piece, in one buffer that grows. */
export class Builder {
  private units: ArrayBuffer = new ArrayBuffer(256);
  private size: i32 = 0;

  /** Appends the characters of a text from one index up to another. */
  add(text: string, from: i32 = 0, to: i32 = text.length): void {
    const count = (to - from) << 1;
    memory.copy(this.room(count), changetype<usize>(text) + (<usize>from << 1), count);
    this.size += count;
  }

  /** Appends one UTF-16 code unit. */
  addUnit(unit: i32): void {
    store<u16>(this.room(2), <u16>unit);
    this.size += 2;
  }

  toString(): string {
    return String.UTF16.decodeUnsafe(changetype<usize>(this.units), this.size);
  }

  /** Makes room for so many bytes and returns the address where they go. */
  private room(count: i32): usize {
    if (this.size + count > this.units.byteLength) {
      const larger = new ArrayBuffer((this.size + count) << 1);
      memory.copy(changetype<usize>(larger), changetype<usize>(this.units), this.size);
      this.units = larger;
    }
    return changetype<usize>(this.units) + this.size;
  }
}
