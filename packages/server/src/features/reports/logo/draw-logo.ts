import { Worker } from 'node:worker_threads'

import { BRANDING } from '@tenantscope/contract/limits'
import type { Logger } from 'pino'

import { AppError, badField } from '../../../lib/app-error.ts'
import { messageOf, ThreadEnded } from '../../../lib/thread-answer.ts'
import type { LogoFile } from './logo-file.rules.ts'

/** Renders an uploaded picture as a PNG in the logo's size; throws 400 for an unusable file. */
export type DrawLogo = (file: LogoFile) => Promise<Uint8Array>

/** The thread's reply: the picture, or why there is none; null for a file that cannot be rendered. */
export type Drawn = Uint8Array | { readonly refusal: string } | null

const WITHIN_MS = 10_000
/** A busy machine takes many seconds to load the thread's code; that is not the picture's fault. */
const LOADED_WITHIN_MS = 60_000
const HEAP_MB = 128

/** Nothing of the file itself is kept or served: only the pixels that a thread of its own drew. */
export function createLogoDrawing({
  logger,
  withinMs = WITHIN_MS,
}: {
  logger: Pick<Logger, 'error'>
  withinMs?: number
}): DrawLogo {
  return async (file) => {
    if (file.bytes.length > BRANDING.logoBytes) throw badField('logo', 'The picture is too large')
    const drawn = await drawnInThread(file, withinMs).catch((error: unknown) => {
      logger.error({ err: error }, 'rendering a logo failed')
      throw new AppError('INTERNAL', 'The logo could not be rendered. Please try again.')
    })
    if (drawn === null)
      throw badField('logo', 'The picture cannot be rendered; save it again, or as PNG')
    if ('refusal' in drawn) throw badField('logo', drawn.refusal)
    return drawn
  }
}

async function drawnInThread(file: LogoFile, withinMs: number): Promise<Drawn> {
  const thread = new Worker(new URL('./logo-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Nothing of the environment, such as keys, reaches the thread.
    env: {},
  })
  try {
    await messageOf(thread, AbortSignal.timeout(LOADED_WITHIN_MS))
    thread.postMessage(file, [])
    const answer = messageOf(thread, AbortSignal.timeout(withinMs)).catch(nullIfOfFile)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the message that logo-thread.ts sends
    return (await answer) as Drawn
  } finally {
    void thread.terminate()
  }
}

/** Returns null when the picture took too much time or memory, which another attempt does not change. */
function nullIfOfFile(error: unknown): null {
  if (error instanceof ThreadEnded && error.isOutOfMemory) return null
  if (error instanceof Error && error.name === 'TimeoutError') return null
  throw error
}
