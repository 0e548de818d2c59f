import { Field, Input, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { textOn } from '@tenantscope/analysis/color-contrast'
import { saveReportSettings } from '@tenantscope/contract/branding'
import type { Branding, ReportSettings } from '@tenantscope/contract/branding'
import { BRANDING } from '@tenantscope/contract/limits'

import { readBody } from '../../lib/body-problems.ts'
import type { Read } from '../../lib/body-problems.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { LogoField } from './logo-field.tsx'
import { addressOfLogo } from './logo-field.tsx'
import type { LogoFile } from './logo-field.tsx'
import type { ReportSettingsInput } from './report-settings.queries.ts'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    gap: '24px',
    alignItems: 'start',
  },

  // The browser's own picker, as tall as Fluent's inputs.
  picker: { width: '40px', height: '32px', padding: 0, border: 'none', background: 'none' },
  months: { width: '120px' },
  figure: { margin: 0 },
  // As the labels of the fields beside it, so that the sheet is in line with the first one.
  caption: { ...typographyStyles.body1, padding: '2px 0 4px' },
  // A sheet of paper is white in both themes.
  sheet: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '16px',
    backgroundColor: '#ffffff',
    color: '#1b1f23',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },

  logo: { maxHeight: '32px', maxWidth: '120px' },

  band: { padding: '8px 12px', borderRadius: tokens.borderRadiusMedium },

  footer: {
    ...typographyStyles.caption1,
    color: '#57606a',
    borderTop: '1px solid #d0d7de',
    paddingTop: '8px',
  },
})

/** The MSP's name, logo, color and footer with their preview, and how long reports are kept. */
export function LookFields({ form, stored }: { form: SavedForm<LookValues>; stored: Branding }) {
  const styles = useStyles()
  const { name, accentColor, footer } = form.values
  const logo = logoShown(form.values, stored)
  return (
    <div className={styles.columns}>
      <Stack gap={16}>
        <TextField
          form={form}
          name="name"
          label="Company name"
          input={{ ...RETURNS_FOCUS, autoComplete: 'organization', maxLength: BRANDING.nameLength }}
        />
        <LogoField
          shown={logo}
          problem={form.problems['logo']}
          onChange={(chosen) => form.change({ logo: chosen })}
        />
        <ColorField form={form} />
        <TextField
          form={form}
          name="footer"
          label="Footer"
          hint="A line under every page, such as how to reach you."
          input={{ maxLength: BRANDING.footerLength }}
        />
        <TextField
          form={form}
          name="retentionMonths"
          label="Keep reports for (months)"
          hint="Older reports and ended share links are removed."
          input={{ inputMode: 'numeric', className: styles.months }}
        />
      </Stack>
      <LookPreview
        name={name}
        accentColor={HEX.test(accentColor) ? accentColor : stored.accentColor}
        footer={footer}
        logo={logo}
      />
    </div>
  )
}

const HEX = /^#[0-9a-f]{6}$/i

function logoShown({ logo }: LookValues, stored: Branding): string | null {
  if (logo === 'keep') return stored.logo
  return logo === null ? null : addressOfLogo(logo)
}

/** A color by the browser's picker or as #RRGGBB. */
function ColorField({ form }: { form: SavedForm<LookValues> }) {
  const styles = useStyles()
  const { accentColor } = form.values
  return (
    <Field
      label="Accent color"
      hint="Text on this color is black or white, whichever is easier to read."
      {...fieldProblem(form.problems['accentColor'])}
    >
      {(field) => (
        <Stack row gap={8} align="center">
          <input
            className={styles.picker}
            type="color"
            aria-label="Pick the accent color"
            value={HEX.test(accentColor) ? accentColor.toLowerCase() : '#000000'}
            onChange={({ target }) => form.change({ accentColor: target.value })}
          />
          <Input
            {...field}
            name="accentColor"
            spellCheck={false}
            autoComplete="off"
            value={accentColor}
            onChange={(_, { value }) => form.change({ accentColor: value })}
          />
        </Stack>
      )}
    </Field>
  )
}

interface LookPreviewProps {
  name: string
  /** #rrggbb. */
  accentColor: string
  footer: string
  logo: string | null
}

/** The head and foot of a report with this look. */
function LookPreview({ name, accentColor, footer, logo }: LookPreviewProps) {
  const styles = useStyles()
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Preview</figcaption>
      <div className={styles.sheet}>
        {(logo !== null || name.trim() !== '') && (
          <Stack row gap={12} align="center">
            {logo !== null && <img className={styles.logo} src={logo} alt="" />}
            <Text variant="subtitle">
              <ForeignText wrap>{name}</ForeignText>
            </Text>
          </Stack>
        )}
        <div
          className={styles.band}
          style={{ backgroundColor: accentColor, color: textOn(accentColor) }}
        >
          <Text variant="strong">User to License Report</Text>
        </div>
        {footer.trim() !== '' && (
          <div className={styles.footer}>
            <ForeignText wrap>{footer}</ForeignText>
          </div>
        )}
      </div>
    </figure>
  )
}

/** The report settings in the fields of their form. */
export interface LookValues {
  name: string
  accentColor: string
  footer: string
  /** 'keep' is the stored one, null none. */
  logo: 'keep' | LogoFile | null
  /** As entered. */
  retentionMonths: string
}

export function valuesOf({ branding, retentionMonths }: ReportSettings): LookValues {
  return {
    name: branding.name ?? '',
    accentColor: branding.accentColor,
    footer: branding.footer ?? '',
    logo: branding.logo === null ? null : 'keep',
    retentionMonths: String(retentionMonths),
  }
}

/** Returns the input that the values represent, by the contract's own rules, or their problems. */
export function readLook(values: LookValues, version: number): Read<ReportSettingsInput> {
  const { logo } = values
  const months = values.retentionMonths.trim()
  const read = readBody(saveReportSettings.body, {
    name: values.name.trim() === '' ? null : values.name,
    accentColor: values.accentColor.trim(),
    footer: values.footer.trim() === '' ? null : values.footer,
    logo:
      logo === null || logo === 'keep' ? logo : { mediaType: logo.mediaType, base64: logo.base64 },
    retentionMonths: /^\d+$/.test(months) ? Number(months) : Number.NaN,
    version,
  })
  if ('input' in read || read.problems['retentionMonths'] === undefined) return read
  return { problems: { ...read.problems, retentionMonths: 'Enter whole months from 1 to 120' } }
}
