import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { BRANDING, REPORTS } from './limits.ts'

export const AccentColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as #RRGGBB')
  .toLowerCase()

/** The MSP's own name, picture and color on PDF files and shared reports. */
export const Branding = z.object({
  /** Null: the product's name stands alone. */
  name: z.string().nullable(),
  accentColor: AccentColor,
  /** A line under every page. */
  footer: z.string().nullable(),
  /** A data: URL of a PNG; whatever was uploaded is drawn anew. */
  logo: z.string().nullable(),
})
export type Branding = z.infer<typeof Branding>

export const ReportSettings = z.object({
  branding: Branding,
  /** Reports and ended share links are kept so long. */
  retentionMonths: z.number().int(),
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
})
export type ReportSettings = z.infer<typeof ReportSettings>

export const getReportSettings = endpoint({
  name: 'getReportSettings',
  summary: 'How reports look and how long they are kept',
  method: 'GET',
  path: '/api/reports/settings',
  access: 'signedIn',
  reply: ReportSettings,
})

export const saveReportSettings = endpoint({
  name: 'saveReportSettings',
  summary: 'Change how reports look and how long they are kept; 409 when changed meanwhile',
  method: 'PUT',
  path: '/api/admin/report-settings',
  access: 'admin',
  maxBodyBytes: 1_024 * 1_024,
  body: z.object({
    name: z.string().trim().max(BRANDING.nameLength).nullable(),
    accentColor: AccentColor,
    footer: z.string().trim().max(BRANDING.footerLength).nullable(),
    /** 'keep' leaves the picture as it is; a file in base64 is drawn anew. */
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
