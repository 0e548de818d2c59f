import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import {
  downloadSharedReport,
  readSharedReport,
  unlockSharedReport,
} from '@tenantscope/contract/shares'
import type { SharedReport } from '@tenantscope/contract/shares'

import { ApiError } from '../../lib/api-error.ts'
import { call, callForFile } from '../../lib/api.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { createStore } from '../../lib/store.ts'
import type { Store } from '../../lib/store.ts'
import { readLicenseReport } from './license-report.tsx'
import { downloadProblemOf, LINK_REFUSED, passphraseProblemOf, refusalOf } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { ShownReport } from './shown-report.ts'

export interface OpenedReport {
  readonly kind: 'shown'
  readonly shared: SharedReport
  readonly report: ShownReport
}

/** What the page shows. */
type View =
  | { readonly kind: 'loading' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'locked'
      /** What is wrong with the passphrase that was entered. */
      readonly problem: string | null
      readonly isOpening: boolean
      /** The report was open, and the pass for its downloads has ended. */
      readonly isAgain: boolean
    }
  | OpenedReport

/** The last download. */
export type Download =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly format: ReportFormat }
  | { readonly kind: 'complete'; readonly fileName: string }
  | { readonly kind: 'failed'; readonly message: string }

/** One person's visit to a shared report; it lives outside of React, so that nothing is asked twice. */
export interface Visit {
  readonly view: Store<View>
  readonly download: Store<Download>
  /** Asks for the report; a second try within the visitor's pass is not counted again. */
  readonly open: () => Promise<void>
  readonly unlock: (passphrase: string) => Promise<void>
  /** One file at a time: asked for another meanwhile, nothing happens. */
  readonly save: (format: ReportFormat) => Promise<void>
}

/** The visit to the link with that token; null for an address without one. */
export function createVisit(token: string | null): Visit {
  const view = createStore<View>({ kind: 'loading' })
  const download = createStore<Download>({ kind: 'none' })
  if (token === null) {
    view.set({ kind: 'refused', refusal: LINK_REFUSED })
    return { view, download, open: doNothing, unlock: doNothing, save: doNothing }
  }
  const params = { token }
  return {
    view,
    download,
    open: async () => {
      view.set({ kind: 'loading' })
      view.set(await openedBy(() => call(readSharedReport, { params })))
    },
    unlock: async (passphrase) => {
      const before = view.get()
      if (before.kind !== 'locked' || before.isOpening) return
      view.set({ ...before, problem: null, isOpening: true })
      try {
        view.set(await opened(await call(unlockSharedReport, { params, body: { passphrase } })))
      } catch (error) {
        view.set(
          isAboutPassphrase(error)
            ? { ...before, problem: passphraseProblemOf(error), isOpening: false }
            : { kind: 'refused', refusal: refusalOf(error) },
        )
      }
    },
    save: async (format) => {
      if (download.get().kind === 'running') return
      download.set({ kind: 'running', format })
      try {
        const file = await callForFile(
          downloadSharedReport,
          { params, query: { format } },
          { fallbackName: `shared-report.${format}` },
        )
        saveBlob(file)
        download.set({ kind: 'complete', fileName: file.name })
      } catch (error) {
        if (!isLocked(error)) download.set({ kind: 'failed', message: downloadProblemOf(error) })
        else {
          download.set({ kind: 'none' })
          view.set({ ...LOCKED, isAgain: true })
        }
      }
    },
  }
}

const doNothing = async () => undefined

/**
 * Runs it once the page is visible. A browser that predicts the next navigation may run a
 * page before they go there, and that is no view.
 */
export function whenLookedAt(run: () => void): void {
  if (Reflect.get(document, 'prerendering') !== true) run()
  else document.addEventListener('prerenderingchange', run, { once: true })
}

async function openedBy(ask: () => Promise<{ report: SharedReport }>): Promise<View> {
  try {
    return await opened(await ask())
  } catch (error) {
    return isLocked(error) ? LOCKED : { kind: 'refused', refusal: refusalOf(error) }
  }
}

const opened = async ({ report }: { report: SharedReport }): Promise<OpenedReport> => ({
  kind: 'shown',
  shared: report,
  report: await READERS[report.reportType](report.reportData),
})

const LOCKED = { kind: 'locked', problem: null, isOpening: false, isAgain: false } as const

const isLocked = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === 'PASSPHRASE_REQUIRED'

/** The form stays; everything else means that the link itself opens nothing any more. */
function isAboutPassphrase(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const code = error.body?.code
  return (
    error.status === 0 ||
    error.status >= 500 ||
    code === 'WRONG_PASSPHRASE' ||
    code === 'PASSPHRASE_REQUIRED' ||
    code === 'BAD_REQUEST' ||
    code === 'TOO_MANY_ATTEMPTS'
  )
}

/** Reads the report within an answer, by its type; throws where it is none. */
const READERS: Record<ReportType, (reportData: string) => ShownReport | Promise<ShownReport>> = {
  'user-license': readLicenseReport,
  // Loaded on demand: most links open a report of licenses.
  posture: async (reportData) =>
    (await import('./posture-report.tsx')).readPostureReport(reportData),
  savings: async (reportData) =>
    (await import('./savings-report.tsx')).readSavingsReport(reportData),
}

/** The token in the page's address; null where there is none that could be one. */
export function tokenIn(pathname: string): string | null {
  const [, token] = /^\/shared\/([^/]+)\/?$/u.exec(pathname) ?? []
  if (token === undefined) return null
  try {
    return decodeURIComponent(token)
  } catch {
    return null
  }
}
