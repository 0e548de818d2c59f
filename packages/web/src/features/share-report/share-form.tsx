import {
  Field,
  makeStyles,
  Button,
  Radio,
  RadioGroup,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { SHARES } from '@tenantscope/contract/limits'
import type { ReportType } from '@tenantscope/contract/report-document'
import { useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { useNow } from '../../lib/use-now.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { Form } from '../../ui/form/form.tsx'
import { SwitchField } from '../../ui/form/switch-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { optionLabel } from '../../ui/option-label.ts'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { NAMES_PEOPLE } from './share-values.ts'
import type { ShareValues } from './share-values.ts'
import { bringIntoSight } from './shared-contents.tsx'
import { SharedContents } from './shared-contents.tsx'
import type { SharedSelection } from './use-shared-selection.ts'
import { WhatLeaves } from './what-leaves.tsx'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    alignItems: 'start',
    gap: '24px',
  },

  button: { flexShrink: 0, minWidth: 0 },
  days: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    gap: '0 16px',
    marginInlineStart: '-8px',
  },
  until: {
    ...typographyStyles.caption1,
    display: 'block',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

export interface ShareFormProps {
  /** For the button that submits it from elsewhere. */
  formId: string
  tenant: ReportTenant
  shared: SharedSelection
  form: SavedForm<ShareValues>
  reportType: ReportType
  /** Absent where the report was chosen before. */
  onType?: (reportType: ReportType) => void
  onChoose?: () => void
}

/** The form of a new link: its contents, lifetime, access limit and passphrase. */
export function ShareForm({ formId, form, ...contents }: ShareFormProps) {
  const { reportType } = contents
  const styles = useStyles()
  const format = useFormat()
  // After the question whether to discard.
  const { values, problems } = form
  return (
    <Form
      form={form}
      id={formId}
      className={styles.form}
      label="New link"
      // Shown at the end of the form, where it is visible.
      failureText={() => undefined}
    >
      <SharedContents {...contents} problem={problems['reportData']} />
      <WhatLeaves reportType={reportType} masksNames={values.maskNames} />
      <ExpiryField
        days={values.expirationDays}
        problem={problems['expirationDays']}
        onChange={(expirationDays) => form.change({ expirationDays })}
      />
      <div className={styles.pair}>
        <TextField
          form={form}
          name="maxAccess"
          label="Access limit"
          hint={`How often the link can be opened, 1 to ${format.number(SHARES.mostAccess)}. Leave blank for no limit. Reopening it within ${SHARES.passMinutes} minutes, and downloads in that time, are not counted again.`}
          input={{ ...RETURNS_FOCUS, inputMode: 'numeric', placeholder: 'Unlimited' }}
        />
        <PassphraseField form={form} />
      </div>
      {NAMES_PEOPLE[reportType] && (
        <SwitchField form={form} name="maskNames" label="Mask people's names">
          Only initials are shown: Anna Berg becomes A••• B•••.
        </SwitchField>
      )}
      {form.failure !== null && <NotCreated message={userMessageOf(form.failure)} />}
    </Form>
  )
}

function NotCreated({ message }: { message: string }) {
  return (
    <Notice ref={bringIntoSight} intent="error" title="Failed to Create Share Link">
      {message} Your entries are kept.
    </Notice>
  )
}

/** The passphrase of a link, typed or generated. */
function PassphraseField({ form }: Pick<ShareFormProps, 'form'>) {
  const styles = useStyles()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label="Passphrase (optional)"
      hint={`At least ${SHARES.passphraseMinLength} characters. Send it separately from the link, for example by phone.`}
      {...fieldProblem(form.problems['passphrase'])}
    >
      <Stack row gap={8}>
        <SecretInput
          name="passphrase"
          what="passphrase"
          value={form.values.passphrase}
          isShown={isShown}
          onShow={setIsShown}
          onChange={(passphrase) => form.change({ passphrase })}
        />
        <Button
          className={styles.button}
          aria-label="Generate passphrase"
          disabledFocusable={form.isSaving}
          onClick={() => {
            form.change({ passphrase: newPassphrase() })
            setIsShown(true)
          }}
        >
          Generate
        </Button>
      </Stack>
    </Field>
  )
}

const DAY_MS = 86_400_000

interface ExpiryFieldProps {
  days: number
  problem: string | undefined
  onChange: (days: number) => void
}

/** Selects the lifetime of a link; each option shows the time at which the link expires. */
function ExpiryField({ days, problem, onChange }: ExpiryFieldProps) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  return (
    <Field label="Expires after" {...fieldProblem(problem)}>
      <RadioGroup
        className={styles.days}
        name="expirationDays"
        value={String(days)}
        onChange={(_, { value }) => onChange(Number(value))}
      >
        {SHARES.expirationDays.map((each) => (
          <Radio
            key={each}
            value={String(each)}
            label={optionLabel(
              <>
                {daysText(each)}{' '}
                <span className={styles.until}>
                  {format.dateTime(new Date(now.getTime() + each * DAY_MS))}
                </span>
              </>,
            )}
          />
        ))}
      </RadioGroup>
    </Field>
  )
}

function daysText(days: number): string {
  const text = days === 1 ? '1 day' : `${days} days`
  return days === SHARES.recommendedDays ? `${text} (recommended)` : text
}

/** 32 characters that are not mistaken for one another. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Returns a passphrase that is easy to spell, such as 'k7mp-9xq2-hd4t': 60 random bits. */
export function newPassphrase(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  // 256 is a multiple of 32: all characters are equally likely.
  const signs = Array.from(bytes, (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')
  return (signs.match(/.{4}/g) ?? []).join('-')
}
