// Command wazero-peer runs a connector on wazero, as a peer in Airlock's side-by-side report.
//
//	wazero-peer once MODULE DOCUMENT CACHE   one call, the compiled code kept in the folder CACHE; prints the answer
//	wazero-peer begin MODULE DOCUMENT CACHE  loads the module, makes its first calls and says how long they took
//	wazero-peer serve MODULE DOCUMENT        loads the module and does what it is told on standard input
//
// The module is compiled once, and each call runs in a fresh instance. benchmarks/README.md describes the protocol.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// firstCalls is how many calls a process makes that says how it begins.
const firstCalls = 100

var started = time.Now()

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "wazero-peer:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) < 3 {
		return errors.New("usage: wazero-peer once|begin|serve MODULE DOCUMENT [CACHE]")
	}
	module, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	document, err := os.ReadFile(args[2])
	if err != nil {
		return err
	}
	config := wazero.NewRuntimeConfigCompiler()
	if len(args) > 3 {
		cache, err := wazero.NewCompilationCacheWithDir(args[3])
		if err != nil {
			return err
		}
		config = config.WithCompilationCache(cache)
	}
	ctx := context.Background()
	host := &host{runtime: wazero.NewRuntimeWithConfig(ctx, config), document: document}
	defer host.runtime.Close(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, host.runtime); err != nil {
		return err
	}
	switch args[0] {
	case "once":
		return once(ctx, host, module, out)
	case "begin":
		return begin(ctx, host, module, out)
	default:
		return serve(ctx, host, module, in, out)
	}
}

func once(ctx context.Context, host *host, module []byte, out io.Writer) error {
	guest, err := host.load(ctx, module)
	if err != nil {
		return err
	}
	answer, err := guest.call(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, answer)
	return err
}

// begin makes the first calls of this process.
func begin(ctx context.Context, host *host, module []byte, out io.Writer) error {
	guest, err := host.load(ctx, module)
	if err != nil {
		return err
	}
	load := time.Since(started)
	var answer string
	nanos := make([]int64, firstCalls)
	for i := range nanos {
		before := time.Now()
		if answer, err = guest.call(ctx); err != nil {
			return err
		}
		nanos[i] = time.Since(before).Nanoseconds()
	}
	used, err := processorTime()
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(map[string]any{
		"version":      version(),
		"load_ms":      millis(load),
		"nanos":        nanos,
		"processor_ms": millis(used),
		"answer":       answer,
	})
}

// processorTime is what this process has used so far.
func processorTime() (time.Duration, error) {
	var usage syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), err
}

type host struct {
	runtime  wazero.Runtime
	document []byte
	stubbed  map[string]bool
}

type guest struct {
	host     *host
	compiled wazero.CompiledModule
}

// load compiles a module and supplies what it imports beside WASI.
func (h *host) load(ctx context.Context, module []byte) (*guest, error) {
	compiled, err := h.runtime.CompileModule(ctx, module)
	if err != nil {
		return nil, err
	}
	return &guest{h, compiled}, h.stub(ctx, compiled)
}

// stub supplies functions that no call in the report reaches.
func (h *host) stub(ctx context.Context, compiled wazero.CompiledModule) error {
	builders := map[string]wazero.HostModuleBuilder{}
	for _, wanted := range compiled.ImportedFunctions() {
		module, name, _ := wanted.Import()
		if module == wasi_snapshot_preview1.ModuleName || h.stubbed[module] {
			continue
		}
		if builders[module] == nil {
			builders[module] = h.runtime.NewHostModuleBuilder(module)
		}
		unreachable := api.GoFunc(func(context.Context, []uint64) { panic(name + " was called") })
		builders[module].NewFunctionBuilder().
			WithGoFunction(unreachable, wanted.ParamTypes(), wanted.ResultTypes()).
			Export(name)
	}
	for module, builder := range builders {
		if _, err := builder.Instantiate(ctx); err != nil {
			return err
		}
		if h.stubbed == nil {
			h.stubbed = map[string]bool{}
		}
		h.stubbed[module] = true
	}
	return nil
}

// call runs the module once, in a fresh instance without a name, so that several can run at once.
func (g *guest) call(ctx context.Context) (string, error) {
	var stdout bytes.Buffer
	config := wazero.NewModuleConfig().
		WithName("").
		WithStdin(bytes.NewReader(g.host.document)).
		WithStdout(&stdout).
		WithStderr(io.Discard).
		WithSysWalltime().
		WithSysNanotime().
		WithRandSource(rand.Reader)
	instance, err := g.host.runtime.InstantiateModule(ctx, g.compiled, config)
	if instance != nil {
		defer instance.Close(ctx)
	}
	// Some connectors end with another number than 0 after an error envelope; it is the answer that is checked.
	var exit *sys.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", err
	}
	return stdout.String(), nil
}

type server struct {
	host     *host
	guest    *guest
	module   []byte
	expected string
}

func serve(ctx context.Context, host *host, module []byte, in io.Reader, out io.Writer) error {
	start := time.Now()
	guest, err := host.load(ctx, module)
	if err != nil {
		return err
	}
	loaded := time.Now()
	answer, err := guest.call(ctx)
	if err != nil {
		return err
	}
	called := time.Now()
	replies := json.NewEncoder(out)
	err = replies.Encode(map[string]any{
		"version":       version(),
		"compile_ms":    millis(loaded.Sub(start)),
		"first_call_ms": millis(called.Sub(loaded)),
		"answer":        answer,
		"notes":         map[string]string{"parse_ms": "wazero parses and compiles in one step, which stands under compile"},
	})
	if err != nil {
		return err
	}
	server := &server{host, guest, module, answer}
	requests := bufio.NewScanner(in)
	for requests.Scan() {
		reply, err := server.reply(ctx, strings.Fields(requests.Text()))
		if err != nil {
			return err
		}
		if err := replies.Encode(reply); err != nil {
			return err
		}
	}
	return requests.Err()
}

func (s *server) reply(ctx context.Context, words []string) (any, error) {
	numbers := make([]int, len(words)-1)
	for i := range numbers {
		number, err := strconv.Atoi(words[i+1])
		if err != nil {
			return nil, err
		}
		numbers[i] = number
	}
	switch words[0] {
	case "calls":
		return s.calls(ctx, numbers[0], time.Duration(numbers[1])*time.Millisecond)
	case "allocation":
		return s.allocation(ctx, numbers[0])
	case "idle":
		return s.idle(ctx, numbers[0])
	}
	return nil, fmt.Errorf("no request %q", words[0])
}

func (s *server) checkedCall(ctx context.Context) error {
	answer, err := s.guest.call(ctx)
	if err == nil && answer != s.expected {
		err = fmt.Errorf("answered %q and not %q", answer, s.expected)
	}
	return err
}

func (s *server) calls(ctx context.Context, threads int, length time.Duration) (any, error) {
	nanos := make([][]int64, threads)
	errs := make([]error, threads)
	var group sync.WaitGroup
	start := time.Now()
	for i := range threads {
		group.Go(func() { nanos[i], errs[i] = s.callUntil(ctx, start.Add(length)) })
	}
	group.Wait()
	wall := time.Since(start)
	all := []int64{}
	for _, times := range nanos {
		all = append(all, times...)
	}
	return map[string]any{"wall_ms": millis(wall), "nanos": all}, errors.Join(errs...)
}

func (s *server) callUntil(ctx context.Context, end time.Time) ([]int64, error) {
	nanos := make([]int64, 0, 1024)
	for {
		before := time.Now()
		err := s.checkedCall(ctx)
		after := time.Now()
		if err != nil {
			return nil, err
		}
		nanos = append(nanos, after.Sub(before).Nanoseconds())
		if after.After(end) {
			return nanos, nil
		}
	}
}

func (s *server) allocation(ctx context.Context, calls int) (any, error) {
	before := totalAlloc()
	for range calls {
		if err := s.checkedCall(ctx); err != nil {
			return nil, err
		}
	}
	bytes := float64(totalAlloc()-before) / float64(calls)
	return map[string]any{"bytes": bytes, "how": "Go's count of allocated bytes; memory that is mapped is not in it"}, nil
}

func totalAlloc() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// idle measures what the process keeps for each connector more: compiled code is mapped, not on Go's heap.
func (s *server) idle(ctx context.Context, copies int) (any, error) {
	var kept []*guest
	before, err := residentBytes()
	if err != nil {
		return map[string]any{"not_measured": err.Error()}, nil
	}
	for i := 1; i <= copies; i++ {
		guest, err := s.host.load(ctx, moduleCopy(s.module, i))
		if err != nil {
			return nil, err
		}
		if _, err := guest.call(ctx); err != nil {
			return nil, err
		}
		kept = append(kept, guest)
	}
	after, err := residentBytes()
	if err != nil {
		return nil, err
	}
	bytes := float64(after-before) / float64(len(kept))
	runtime.KeepAlive(kept)
	return map[string]any{"bytes": bytes, "how": "resident memory of the process after a garbage collection, the difference for each connector more"}, nil
}

// moduleCopy is a module that does the same and is another one: it bears a custom section of its own.
func moduleCopy(module []byte, number int) []byte {
	name := fmt.Sprintf("copy-%d", number)
	copied := append(bytes.Clone(module), 0, byte(len(name)+2), byte(len(name)))
	return append(append(copied, name...), 0)
}

func residentBytes() (int64, error) {
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, errors.New("the system does not show what memory is resident")
	}
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			kib, err := strconv.ParseInt(fields[1], 10, 64)
			return kib * 1024, err
		}
	}
	return 0, errors.New("the system does not show what memory is resident")
}

func version() string {
	version := "wazero"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/tetratelabs/wazero" {
				version += " " + module.Version
			}
		}
	}
	return version + " built by " + runtime.Version()
}

func millis(d time.Duration) float64 {
	return float64(d.Nanoseconds()) / 1e6
}
