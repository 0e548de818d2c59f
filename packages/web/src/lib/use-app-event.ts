import type { AppEvent } from '@tenantscope/contract/sync'
import { createContext, use, useEffect, useEffectEvent } from 'react'

import type { AppEvents } from './events.ts'

/** The tab's event stream; null without one, as on the login screen. */
export const AppEventsContext = createContext<AppEvents | null>(null)

/**
 * Calls the handler for every event of one type. A 'hello' follows each (re)connection: missed data
 * is then read again.
 */
export function useAppEvent<Type extends AppEvent['type']>(
  type: Type,
  handle: (event: Extract<AppEvent, { type: Type }>) => void,
): void {
  const events = use(AppEventsContext)
  const onEvent = useEffectEvent((event: AppEvent) => {
    if (isOfType(event, type)) handle(event)
  })
  useEffect(() => events?.subscribe((event) => onEvent(event)), [events])
}

function isOfType<Type extends AppEvent['type']>(
  event: AppEvent,
  type: Type,
): event is Extract<AppEvent, { type: Type }> {
  return event.type === type
}
