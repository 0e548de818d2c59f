import { lazyRouteComponent } from '@tanstack/react-router'
import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { loadPart } from './load-part.ts'

/** A page that is loaded when somebody goes there. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadPart(load), name)
}
