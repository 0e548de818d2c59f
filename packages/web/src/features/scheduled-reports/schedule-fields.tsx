import {
  Checkbox,
  Field,
  FieldContextProvider,
  makeStyles,
  Select,
  tokens,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId, UserId } from '@tenantscope/contract/ids'
import {
  REPORT_FORMATS,
  REPORT_TYPE_NAMES,
  ReportFormat,
  ReportType,
} from '@tenantscope/contract/report-document'
import type { ReportSchedule, ReportRecipient } from '@tenantscope/contract/report-schedules'
import { useId } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { findTenants, withIds } from '../../lib/find-tenants.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { SwitchField } from '../../ui/form/switch-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { Text } from '../../ui/text.tsx'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'
import { ordinalOf, WEEKDAYS } from './schedule-text.ts'
import type { ScheduleValues } from './schedule-values.ts'
import { recipientsQuery } from './schedules.queries.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    gap: '16px 24px',
    alignItems: 'start',
    '& > *': { minWidth: 0 },
  },
  wide: { gridColumn: '1 / -1' },
  // A select would be as wide as its longest entry.
  select: { minWidth: 0 },
  // Without a frame: the field shows the label.
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  people: {
    maxHeight: '200px',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  person: { display: 'flex', maxWidth: '100%' },
  name: { color: tokens.colorNeutralForeground1 },
})

interface ScheduleFieldsProps {
  form: SavedForm<ScheduleValues>
  /** Null: a new one. */
  schedule: ReportSchedule | null
}

/** The tenant, the report, the time, the format and the recipients of a schedule. */
export function ScheduleFields({ form, schedule }: ScheduleFieldsProps) {
  const styles = useStyles()
  const { values, problems } = form
  return (
    <>
      <div className={styles.grid}>
        <TenantField form={form} unseenTenant={schedule?.tenantId ?? null} />
        <SelectField
          form={form}
          name="reportType"
          label="Report"
          options={ReportType.options.map((value) => ({
            value,
            label: REPORT_TYPE_NAMES[value],
          }))}
        />
        <SelectField
          form={form}
          name="format"
          label="Format"
          options={ReportFormat.options.map((value) => ({
            value,
            label: REPORT_FORMATS[value].name,
          }))}
        />
        <DayFields form={form} />
        <TextField form={form} name="time" label="Time" input={{ type: 'time' }} />
        <Field label="Time zone" {...fieldProblem(problems['timeZone'])}>
          {(field) => (
            <TimeZoneSelect
              {...field}
              className={styles.select}
              name="timeZone"
              value={values.timeZone}
              onChoose={(timeZone) => form.change({ timeZone })}
            />
          )}
        </Field>
      </div>
      <RecipientsField
        value={values.recipientIds}
        chosen={schedule?.recipients ?? []}
        problem={problems['recipientIds']}
        onChange={(recipientIds) => form.change({ recipientIds })}
      />
      <SwitchField form={form} name="isEnabled" label="Switched on">
        A paused schedule creates no reports until it is switched on again.
      </SwitchField>
    </>
  )
}

interface TenantFieldProps extends Pick<ScheduleFieldsProps, 'form'> {
  /** The schedule's tenant, which may no longer be visible to the reader. */
  unseenTenant: TenantId | null
}

function TenantField({ form, unseenTenant }: TenantFieldProps) {
  const styles = useStyles()
  // After the question whether to discard.
  const { data } = useQuery(tenantListQuery({ isQuiet: true }))
  const tenants = findTenants(data?.tenants ?? [], { search: '', among: null })
  const isUnseen = unseenTenant !== null && !tenants.some(({ id }) => id === unseenTenant)
  return (
    <Field className={styles.wide} label="Tenant" {...fieldProblem(form.problems['tenantId'])}>
      <Select
        {...RETURNS_FOCUS}
        className={styles.select}
        name="tenantId"
        value={form.values.tenantId}
        onChange={(_, { value }) => form.change({ tenantId: value })}
      >
        <option value="">All tenants that the creator can see</option>
        {isUnseen && <option value={unseenTenant}>A tenant that you cannot see</option>}
        {tenants.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const FREQUENCIES = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const
const DAYS_OF_WEEK = WEEKDAYS.map((label, index) => ({ value: index + 1, label }))
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => ({
  value: index + 1,
  label: ordinalOf(index + 1),
}))

function DayFields({ form }: Pick<ScheduleFieldsProps, 'form'>) {
  return (
    <>
      <SelectField form={form} name="frequency" label="Repeats" options={FREQUENCIES} />
      {form.values.frequency === 'weekly' ? (
        <SelectField form={form} name="weekday" label="Day of the week" options={DAYS_OF_WEEK} />
      ) : (
        <SelectField
          form={form}
          name="dayOfMonth"
          label="Day of the month"
          hint="In shorter months, on the last day."
          options={DAYS_OF_MONTH}
        />
      )}
    </>
  )
}

interface RecipientsFieldProps {
  value: readonly UserId[]
  /** The current recipients, including users that the reader cannot select. */
  chosen: readonly ReportRecipient[]
  problem: string | undefined
  onChange: (recipientIds: readonly UserId[]) => void
}

/** Selects the recipients of the mail among the users of this installation. */
function RecipientsField({ value, chosen, problem, onChange }: RecipientsFieldProps) {
  const styles = useStyles()
  const labelId = useId()
  const { data, error } = useQuery(recipientsQuery)
  const offered = data?.people ?? []
  const people = [
    ...offered,
    ...chosen.filter(({ userId }) => !offered.some((each) => each.userId === userId)),
  ]
  return (
    <Field
      label={{ id: labelId, children: 'Mail to' }}
      hint="Each user receives only the tenants that they can see. Nothing is sent to customers."
      {...fieldProblem(problem ?? (error === null ? undefined : userMessageOf(error)))}
    >
      <fieldset className={styles.group} aria-labelledby={labelId}>
        {data?.isMailConfigured === false && (
          <Notice intent="info">
            No mail server is configured. Reports are created and stored, but not sent.
          </Notice>
        )}
        {data !== undefined && people.length === 0 && (
          <Text as="p" variant="body" muted>
            Your account has no e-mail address, so nothing can be mailed to you.
          </Text>
        )}
        {people.length > 0 && (
          // A field gives one id and one name to every control within; these have their own.
          <FieldContextProvider value={undefined}>
            <div className={styles.people}>
              {people.map(({ userId, name, email }) => (
                <Checkbox
                  key={userId}
                  name="recipientIds"
                  className={styles.person}
                  checked={value.includes(userId)}
                  onChange={(_, { checked }) =>
                    onChange([...withIds(new Set(value), [userId], checked === true)])
                  }
                  label={
                    <>
                      <span className={styles.name}>
                        <ForeignText wrap>{name}</ForeignText>
                      </span>{' '}
                      <Text variant="caption" muted>
                        <ForeignText wrap>{email}</ForeignText>
                      </Text>
                    </>
                  }
                />
              ))}
            </div>
          </FieldContextProvider>
        )}
      </fieldset>
    </Field>
  )
}
