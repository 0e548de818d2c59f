/** A ref of what appears while the reader may be elsewhere in a long form. */
export function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
