import { saveReportSettings } from '@tenantscope/contract/branding'
import type { ReportSettings } from '@tenantscope/contract/branding'

import { problemsByField } from '../../lib/body-problems.ts'
import type { LogoFile } from './logo-file.ts'
import type { ReportSettingsInput } from './report-settings.queries.ts'

/** The look as it stands in the fields. */
export interface LookDraft {
  name: string
  accentColor: string
  footer: string
  /** 'keep' is the stored one, null none. */
  logo: 'keep' | LogoFile | null
  /** As it was typed. */
  retentionMonths: string
}

export function draftOf({ branding, retentionMonths }: ReportSettings): LookDraft {
  return {
    name: branding.name ?? '',
    accentColor: branding.accentColor,
    footer: branding.footer ?? '',
    logo: branding.logo === null ? null : 'keep',
    retentionMonths: String(retentionMonths),
  }
}

/** Whether there is something to lose. */
export const isSameLook = (a: LookDraft, b: LookDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** What the fields mean, by the contract's own rules, or what is wrong with them by field. */
export function readLook(
  draft: LookDraft,
  version: number,
): { input: ReportSettingsInput } | { problems: Readonly<Record<string, string>> } {
  const months = draft.retentionMonths.trim()
  const read = saveReportSettings.body.safeParse(
    {
      name: draft.name.trim() === '' ? null : draft.name,
      accentColor: draft.accentColor.trim(),
      footer: draft.footer.trim() === '' ? null : draft.footer,
      logo:
        draft.logo === null || draft.logo === 'keep'
          ? draft.logo
          : { mediaType: draft.logo.mediaType, base64: draft.logo.base64 },
      retentionMonths: /^\d+$/.test(months) ? Number(months) : Number.NaN,
      version,
    },
    { error: ({ path }) => (path?.[0] === 'retentionMonths' ? MONTHS : undefined) },
  )
  if (read.success) return { input: read.data }
  const found = read.error.issues.map(({ path, message }) => ({
    field: String(path[0]),
    message,
  }))
  return { problems: problemsByField(found) }
}

const MONTHS = 'Enter whole months from 1 to 120'
