import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

import { isOutOfReach } from './connection.ts'
import { reportMissingPart } from './new-version.ts'

/** Loads a part of the application. A part that a reachable server does not have raises the notice of a new version. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!isOutOfReach.get()) reportMissingPart()
    // With an own message the router does not reload the page.
    throw new Error('A part of the application could not be loaded', { cause: error })
  }
}

/** Creates a component that is loaded when it is first shown. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }))
}
