import { BRANDING } from '@tenantscope/contract/limits'

import { oneLine, visibleText } from '../../lib/stored-text.ts'
import type { ReportLook } from './formats/report-writer.ts'

/** The product's own look, for installations that never chose one. */
export const DEFAULT_LOOK: ReportLook = {
  name: null,
  accentColor: BRANDING.accentColor,
  footer: null,
  logoPng: null,
}

/** A text for one line of every page; null when nothing of it would be seen. */
export function lineText(given: string | null): string | null {
  return given === null ? null : visibleText(oneLine(given))
}

/** The parts of the look that differ, for the trail. */
export function changedParts(before: ReportLook, after: ReportLook): string[] {
  const isSame = {
    name: before.name === after.name,
    'accent color': before.accentColor === after.accentColor,
    footer: before.footer === after.footer,
    logo: isSamePicture(before.logoPng, after.logoPng),
  }
  return Object.entries(isSame).flatMap(([part, same]) => (same ? [] : [part]))
}

/** Returns a look's text for the trail, without the picture. */
export function auditedLook(
  { name, accentColor, footer, logoPng }: ReportLook,
  retentionMonths: number,
): string {
  const logo = logoPng === null ? null : 'set'
  return JSON.stringify({ name, accentColor, footer, logo, retentionMonths })
}

function isSamePicture(before: Uint8Array | null, after: Uint8Array | null): boolean {
  if (before === null || after === null) return before === after
  return Buffer.compare(before, after) === 0
}
