import { Worker } from 'node:worker_threads'

import { BRANDING } from '@tenantscope/contract/limits'

import { badField } from '../../../lib/app-error.ts'
import type { LogoFile } from './logo-file.rules.ts'

/** Renders an uploaded picture as a PNG in the logo's size; throws 400 for an unusable file. */
export type DrawLogo = (file: LogoFile) => Promise<Uint8Array>

/** The thread's reply: the picture, or why there is none; null for a file that cannot be rendered. */
export type Drawn = Uint8Array | { readonly refusal: string } | null

const WITHIN_MS = 10_000
const HEAP_MB = 128

/** Nothing of the file itself is kept or served: only the pixels that a thread of its own drew. */
export function createLogoDrawing(
  thread: { withinMs: number } = { withinMs: WITHIN_MS },
): DrawLogo {
  return async (file) => {
    if (file.bytes.length > BRANDING.logoBytes) throw badField('logo', 'The picture is too large')
    const drawn = await drawnInThread(file, thread.withinMs)
    if (drawn === null)
      throw badField('logo', 'The picture cannot be rendered; save it again, or as PNG')
    if ('refusal' in drawn) throw badField('logo', drawn.refusal)
    return drawn
  }
}

function drawnInThread(file: LogoFile, withinMs: number): Promise<Drawn> {
  const thread = new Worker(new URL('./logo-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Nothing of the environment, such as keys, reaches the thread.
    env: {},
  })
  return new Promise<Drawn>((resolve) => {
    const late = setTimeout(() => resolve(null), withinMs)
    thread.once('message', resolve)
    // A thread that ran out of its memory, or ended without an answer.
    thread.once('error', () => resolve(null))
    thread.once('exit', () => {
      clearTimeout(late)
      resolve(null)
    })
  }).finally(() => void thread.terminate())
}
