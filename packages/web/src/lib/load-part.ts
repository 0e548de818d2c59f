import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

import { reportMissingPart } from './new-version.ts'

/** Loads a part of the application. One that is gone raises the notice of a new version. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    reportMissingPart()
    // Under a message of our own the router does not reload the page behind the reader's back.
    throw new Error('A part of the application could not be loaded', { cause: error })
  }
}

/** A component that is loaded when it is first shown. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }))
}
