import { createStore } from './store.ts'

/** Whether the server has another build of these screens than the one that runs here. */
export const hasNewVersion = createStore(false)

/** Tells which build the server has now; a different one raises the notice. */
export function reportServerBuild(build: string | null): void {
  const own = ownBuild()
  if (own !== null && build !== null && build !== '' && build !== own) hasNewVersion.set(true)
}

/** A part of the application is no longer there: the server was updated since this page was loaded. */
export function reportMissingPart(): void {
  hasNewVersion.set(true)
}

/** The build that this page was served with; null where none was written into it (development). */
function ownBuild(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tenantscope-build"]')?.content
  return content === undefined || content === '' || content === '__BUILD__' ? null : content
}
