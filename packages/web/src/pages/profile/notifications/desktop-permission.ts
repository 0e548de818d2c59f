export type DesktopPermission = NotificationPermission | 'unsupported'

/** What this browser says of desktop notifications; it has none on pages that are not secure. */
export function desktopPermission(): DesktopPermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported'
}

/** Asks the person, unless they have answered before. */
export async function askForDesktop(): Promise<DesktopPermission> {
  return 'Notification' in globalThis ? Notification.requestPermission() : 'unsupported'
}
