/** Words between the tabs of one browser. */
export interface TabChannel {
  post: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}

/** On which tabs tell each other that one was closed or signed out. */
export const TABS_CHANNEL = 'tenantscope.tabs'
/** What they tell each other there. */
export const TAB_CLOSED = 'closed'
export const SIGNED_OUT = 'signed-out'

/** Opens a channel to the other tabs; undefined where the browser has none. */
export function openTabChannel(name: string): TabChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only and takes no target
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
    close: () => channel.close(),
  }
}
