import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { BRANDING, REPORTS } from './limits.ts'

const AccentColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as #RRGGBB')
  .toLowerCase()

/** The MSP's name, logo and color on PDF files and shared reports. */
export const Branding = z.object({
  /** Null shows the product's name only. */
  name: z.string().nullable(),
  accentColor: AccentColor,
  /** The footer of every page. */
  footer: z.string().nullable(),
  /** A data: URL of a PNG; every uploaded file is rendered to PNG. */
  logo: z.string().nullable(),
})
export type Branding = z.infer<typeof Branding>

export const ReportSettings = z.object({
  branding: Branding,
  /** How long reports and ended share links are kept. */
  retentionMonths: z.number().int(),
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
})
export type ReportSettings = z.infer<typeof ReportSettings>

export const getReportSettings = endpoint({
  name: 'getReportSettings',
  summary: 'The branding and the retention of reports',
  method: 'GET',
  path: '/api/reports/settings',
  access: 'signedIn',
  reply: ReportSettings,
})

export const saveReportSettings = endpoint({
  name: 'saveReportSettings',
  summary: 'Change the branding and the retention of reports; 409 when they were changed meanwhile',
  method: 'PUT',
  path: '/api/admin/report-settings',
  access: 'admin',
  maxBodyBytes: 1_024 * 1_024,
  body: z.object({
    name: z.string().trim().max(BRANDING.nameLength).nullable(),
    accentColor: AccentColor,
    footer: z.string().trim().max(BRANDING.footerLength).nullable(),
    /** 'keep' leaves the logo unchanged; a base64 file replaces it. */
    logo: z.union([
      z.literal('keep'),
      z.null(),
      z.object({
        mediaType: z.enum(['image/png', 'image/svg+xml'], 'Choose a PNG or SVG file'),
        base64: z
          .base64()
          .max(Math.ceil((BRANDING.logoBytes * 4) / 3) + 4, 'The picture is too large'),
      }),
    ]),
    retentionMonths: z
      .number()
      .int()
      .min(REPORTS.leastRetentionMonths)
      .max(REPORTS.mostRetentionMonths),
    version: z.number().int().optional(),
  }),
  reply: ReportSettings,
})
