import { createStore } from './store.ts'

export interface Toast {
  id: number
  intent: 'success' | 'error' | 'warning' | 'info'
  title: string
  text?: string
  /** What the reader may do about it. */
  action?: { label: string; run: () => void }
}

/** The toast on screen. One at a time: a new one replaces it (decisions.md, Product). */
export const visibleToast = createStore<Toast | null>(null)

let lastId = 0

/** Shows a toast in place of the one that is visible. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  visibleToast.set({ ...toast, id: lastId })
}

/** Takes the toast away, unless another one has replaced it since. */
export function hideToast(id: number): void {
  if (visibleToast.get()?.id === id) visibleToast.set(null)
}
