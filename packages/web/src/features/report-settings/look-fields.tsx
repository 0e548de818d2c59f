import { Field, Input, makeStyles, useRestoreFocusTarget } from '@fluentui/react-components'
import type { Branding } from '@tenantscope/contract/branding'
import { BRANDING } from '@tenantscope/contract/limits'

import { fieldProblem } from '../../ui/field-problem.ts'
import { LogoField } from './logo-field.tsx'
import { addressOfLogo } from './logo-file.ts'
import type { LookDraft } from './look-draft.ts'
import { LookPreview } from './look-preview.tsx'
import type { LookForm } from './use-look-form.ts'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    gap: '24px',
    alignItems: 'start',
  },
  fields: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  color: { display: 'flex', gap: '8px', alignItems: 'center' },
  // The browser's own picker, as tall as Fluent's inputs.
  picker: { width: '40px', height: '32px', padding: 0, border: 'none', background: 'none' },
  months: { width: '120px' },
})

/** The MSP's name, picture, color and line, how they look together, and how long reports are kept. */
export function LookFields({ form, stored }: { form: LookForm; stored: Branding }) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { draft, problems, change, isPending } = form
  const logo = logoShown(draft, stored)
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <Field label="Company name" {...fieldProblem(problems['name'])}>
          <Input
            {...restoreFocus}
            name="name"
            autoComplete="organization"
            maxLength={BRANDING.nameLength}
            readOnly={isPending}
            value={draft.name}
            onChange={(_, { value }) => change({ name: value })}
          />
        </Field>
        <LogoField
          shown={logo}
          problem={problems['logo']}
          isDisabled={isPending}
          onChange={(chosen) => change({ logo: chosen })}
        />
        <ColorField
          value={draft.accentColor}
          problem={problems['accentColor']}
          isDisabled={isPending}
          onChange={(accentColor) => change({ accentColor })}
        />
        <Field
          label="Footer"
          hint="A line under every page, such as how to reach you."
          {...fieldProblem(problems['footer'])}
        >
          <Input
            name="footer"
            maxLength={BRANDING.footerLength}
            readOnly={isPending}
            value={draft.footer}
            onChange={(_, { value }) => change({ footer: value })}
          />
        </Field>
        <Field
          label="Keep reports for (months)"
          hint="Older reports and ended share links are removed."
          {...fieldProblem(problems['retentionMonths'])}
        >
          <Input
            className={styles.months}
            name="retentionMonths"
            inputMode="numeric"
            readOnly={isPending}
            value={draft.retentionMonths}
            onChange={(_, { value }) => change({ retentionMonths: value })}
          />
        </Field>
      </div>
      <LookPreview
        name={draft.name}
        accentColor={HEX.test(draft.accentColor) ? draft.accentColor : stored.accentColor}
        footer={draft.footer}
        logo={logo}
      />
    </div>
  )
}

const HEX = /^#[0-9a-f]{6}$/i

function logoShown({ logo }: LookDraft, stored: Branding): string | null {
  if (logo === 'keep') return stored.logo
  return logo === null ? null : addressOfLogo(logo)
}

interface ColorFieldProps {
  value: string
  problem: string | undefined
  isDisabled: boolean
  onChange: (color: string) => void
}

/** A color by the browser's picker or as #RRGGBB. */
function ColorField({ value, problem, isDisabled, onChange }: ColorFieldProps) {
  const styles = useStyles()
  return (
    <Field
      label="Accent color"
      hint="Text on it is black or white, whichever is easier to read."
      {...fieldProblem(problem)}
    >
      {(field) => (
        <div className={styles.color}>
          <input
            className={styles.picker}
            type="color"
            aria-label="Pick the accent color"
            disabled={isDisabled}
            value={HEX.test(value) ? value.toLowerCase() : '#000000'}
            onChange={({ target }) => onChange(target.value)}
          />
          <Input
            {...field}
            name="accentColor"
            spellCheck={false}
            autoComplete="off"
            readOnly={isDisabled}
            value={value}
            onChange={(_, data) => onChange(data.value)}
          />
        </div>
      )}
    </Field>
  )
}
