/** BroadcastChannel messages between the tabs of one browser. */
export interface TabChannel {
  post: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}

/** Carries the messages of closed and signed-out tabs. */
export const TABS_CHANNEL = 'tenantscope.tabs'
export const TAB_CLOSED = 'closed'
export const SIGNED_OUT = 'signed-out'

/** Opens a channel to the other tabs; undefined when the browser has none. */
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
