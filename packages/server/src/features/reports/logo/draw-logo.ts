import { Worker } from 'node:worker_threads'

import { BRANDING } from '@tenantscope/contract/limits'

import { AppError } from '../../../lib/app-error.ts'
import { refusalOf, svgTextOf } from './logo-file.rules.ts'
import type { LogoFile } from './logo-file.rules.ts'

/** Draws an uploaded picture anew, as a PNG that fits the logo's place; 400 for a file that cannot be drawn. */
export type DrawLogo = (file: LogoFile) => Promise<Uint8Array>

/** What the thread is started with. */
export interface DrawingTask {
  readonly svg: string
  /** Pixels that the drawn picture has at most. */
  readonly width: number
  readonly height: number
  /** Shapes are sharp at any size, pixels only at their own. */
  readonly mayGrow: boolean
}

const WITHIN_MS = 10_000
const HEAP_MB = 128

/** Nothing of the file itself is kept or served: only the pixels that a thread of its own drew. */
export function createLogoDrawing(
  thread: { withinMs: number } = { withinMs: WITHIN_MS },
): DrawLogo {
  return async (file) => {
    if (file.bytes.length > BRANDING.logoBytes) throw refused('The picture is too large')
    const refusal = refusalOf(file)
    if (refusal !== undefined) throw refused(refusal)
    const picture = await drawnInThread(taskOf(file), thread.withinMs)
    if (picture === null) throw refused('The picture cannot be drawn; save it anew, or as PNG')
    return picture
  }
}

function taskOf({ mediaType, bytes }: LogoFile): DrawingTask {
  const place = { width: BRANDING.logoWidth, height: BRANDING.logoHeight }
  if (mediaType === 'image/svg+xml') return { ...place, svg: svgTextOf(bytes) ?? '', mayGrow: true }
  const header = Buffer.from(bytes)
  const size = `width="${header.readUInt32BE(16)}" height="${header.readUInt32BE(20)}"`
  const href = `data:image/png;base64,${header.toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`
  return { ...place, svg, mayGrow: false }
}

function drawnInThread(task: DrawingTask, withinMs: number): Promise<Uint8Array | null> {
  const thread = new Worker(new URL('./logo-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Nothing of the environment, such as keys, reaches the thread.
    env: {},
  })
  return new Promise<Uint8Array | null>((resolve) => {
    const late = setTimeout(() => resolve(null), withinMs)
    thread.once('message', (message: unknown) =>
      resolve(message instanceof Uint8Array ? message : null),
    )
    // A thread that ran out of its memory, or ended without an answer.
    thread.once('error', () => resolve(null))
    thread.once('exit', () => {
      clearTimeout(late)
      resolve(null)
    })
  }).finally(() => void thread.terminate())
}

function refused(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.logo', message }] })
}
