const MEMORY_SECTION = 5
const HEADER_BYTES = 8
const PAGE_BYTES = 64 * 1_024

/**
 * A WebAssembly module whose memory ends at `mostBytes`. Modules that make their own memory leave it
 * open up to 4 GiB, and the limits of a thread count only what JavaScript takes.
 */
export function withMemoryLimit(wasm: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  let at = HEADER_BYTES
  while (at < wasm.length) {
    const { value: length, end: start } = readNumber(wasm, at + 1)
    if (wasm[at] === MEMORY_SECTION) {
      const limited = limitedSection(wasm.subarray(start, start + length), mostBytes)
      return Uint8Array.from(
        Buffer.concat([wasm.subarray(0, at), limited, wasm.subarray(start + length)]),
      )
    }
    at = start + length
  }
  throw new Error('The WebAssembly module does not define a memory')
}

// One memory: its count, whether it has an upper end, and its pages
// (https://webassembly.github.io/spec/core/binary/modules.html#memory-section).
function limitedSection(section: Uint8Array, mostBytes: number): Uint8Array {
  if (section[0] !== 1) throw new Error('The WebAssembly module has more than one memory')
  const { value: least } = readNumber(section, 2)
  const body = [1, 1, ...numberBytes(least), ...numberBytes(Math.floor(mostBytes / PAGE_BYTES))]
  return Uint8Array.from([MEMORY_SECTION, ...numberBytes(body.length), ...body])
}

/** An unsigned LEB128 number and where it ends. */
function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0
  let at = start
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    at += 1
    if ((byte & 0x80) === 0) return { value, end: at }
  }
}

function numberBytes(value: number): number[] {
  const rest = Math.floor(value / 0x80)
  return rest === 0 ? [value] : [(value % 0x80) | 0x80, ...numberBytes(rest)]
}
