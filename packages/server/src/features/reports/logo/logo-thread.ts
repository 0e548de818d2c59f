import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

import { Resvg, initWasm } from '@resvg/resvg-wasm'

import type { DrawingTask } from './draw-logo.ts'
import { withMemoryLimit } from './limited-wasm.rules.ts'

// A thread of its own for one picture: whatever the file does, it ends with the thread.
const MEMORY_BYTES = 384 * 1_024 * 1_024

/** What the drawing answers with: the picture, or null for a file that cannot be drawn. */
export type Drawn = Uint8Array | null

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only draw-logo.ts starts this thread
const task = workerData as DrawingTask
const wasm = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
await initWasm(withMemoryLimit(wasm, MEMORY_BYTES))
parentPort?.postMessage(drawn(task), [])

function drawn({ svg, width, height, mayGrow }: DrawingTask): Drawn {
  try {
    const { width: ownWidth, height: ownHeight } = new Resvg(svg)
    const fits = Math.min(width / ownWidth, height / ownHeight)
    const zoom = mayGrow ? fits : Math.min(1, fits)
    const value = Math.max(1, Math.floor(ownWidth * zoom))
    const picture = new Resvg(svg, { fitTo: { mode: 'width', value } }).render()
    return isDrawn(picture, { width, height }) ? picture.asPng() : null
  } catch {
    return null
  }
}

/** A picture of nothing, such as of a PNG whose pixels cannot be read, is no logo. */
function isDrawn(
  picture: { width: number; height: number; pixels: Uint8Array },
  most: { width: number; height: number },
): boolean {
  if (picture.width > most.width || picture.height > most.height) return false
  return picture.pixels.some((value, index) => index % 4 === 3 && value !== 0)
}
