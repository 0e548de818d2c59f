import { lazyRouteComponent } from '@tanstack/react-router'
import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { loadPart } from '../lib/load-part.ts'

/** Creates a page whose code is loaded when it is opened. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadPart(load), name)
}
