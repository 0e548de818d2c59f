import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'

import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { BRANDING } from '@tenantscope/contract/limits'

import type { Drawn } from './draw-logo.ts'
import { withMemoryLimit } from './limited-wasm.rules.ts'
import { refusalOf, svgTextOf } from './logo-file.rules.ts'
import type { LogoFile } from './logo-file.rules.ts'

// A thread of its own for one picture: whatever the file does, also to those who only look through it,
// ends with the thread.
const MEMORY_BYTES = 384 * 1_024 * 1_024

interface Drawing {
  readonly svg: string
  /** Shapes are sharp at any size, pixels only at their own. */
  readonly mayGrow: boolean
}

const wasm = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
await initWasm(withMemoryLimit(wasm, MEMORY_BYTES))

parentPort?.once('message', (file: LogoFile) => parentPort?.postMessage(answerTo(file), []))
parentPort?.postMessage('ready', [])

function answerTo(file: LogoFile): Drawn {
  const refusal = refusalOf(file)
  return refusal === undefined ? drawn(drawingOf(file)) : { refusal }
}

function drawingOf({ mediaType, bytes }: LogoFile): Drawing {
  if (mediaType === 'image/svg+xml') return { svg: svgTextOf(bytes) ?? '', mayGrow: true }
  const file = Buffer.from(bytes)
  const size = `width="${file.readUInt32BE(16)}" height="${file.readUInt32BE(20)}"`
  const href = `data:image/png;base64,${file.toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`
  return { svg, mayGrow: false }
}

function drawn({ svg, mayGrow }: Drawing): Drawn {
  const { logoWidth: width, logoHeight: height } = BRANDING
  try {
    const { width: ownWidth, height: ownHeight } = new Resvg(svg)
    const fits = Math.min(width / ownWidth, height / ownHeight)
    const zoom = mayGrow ? fits : Math.min(1, fits)
    const value = Math.max(1, Math.floor(ownWidth * zoom))
    const picture = new Resvg(svg, { fitTo: { mode: 'width', value } }).render()
    return isDrawn(picture) ? picture.asPng() : null
  } catch {
    return null
  }
}

/** A picture of nothing, such as of a PNG whose pixels cannot be read, is no logo. */
function isDrawn(picture: { width: number; height: number; pixels: Uint8Array }): boolean {
  if (picture.width > BRANDING.logoWidth || picture.height > BRANDING.logoHeight) return false
  return picture.pixels.some((value, index) => index % 4 === 3 && value !== 0)
}
