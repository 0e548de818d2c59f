import {
  Field,
  Input,
  makeStyles,
  Select,
  Switch,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { REPORT_FORMATS, ReportFormat } from '@tenantscope/contract/report-document'
import type { ReportRecipient } from '@tenantscope/contract/report-schedules'

import { tenantListQuery } from '../../lib/tenant-list.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'
import { RecipientsField } from './recipients-field.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ordinalOf, WEEKDAYS } from './schedule-text.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    gap: '16px 24px',
    alignItems: 'start',
    '& > *': { minWidth: 0 },
  },
  wide: { gridColumn: '1 / -1' },
  // Fluent's inputs are wider by themselves than a phone.
  input: { width: '100%', minWidth: 0 },
  // A select would be as wide as its longest entry.
  select: { minWidth: 0 },
  // The switch's own inset would put it out of line with the other fields.
  switch: { marginInlineStart: '-8px' },
})

interface ScheduleFieldsProps {
  draft: ScheduleDraft
  /** Who gets the reports already. */
  chosen: readonly ReportRecipient[]
  /** The schedule's tenant, which the reader may not see any more. */
  unseenTenant: TenantId | null
  problems: Readonly<Record<string, string>>
  onChange: (changes: Partial<ScheduleDraft>) => void
}

/** Which tenant, when, in which format and to whom. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { draft, chosen, unseenTenant, problems, onChange } = props
  const styles = useStyles()
  return (
    <>
      <div className={styles.grid}>
        <TenantField
          value={draft.tenantId}
          unseenTenant={unseenTenant}
          problem={problems['tenantId']}
          onChoose={(tenantId) => onChange({ tenantId })}
        />
        <Field label="Format" {...fieldProblem(problems['format'])}>
          <Select
            className={styles.select}
            name="format"
            value={draft.format}
            onChange={(_, { value }) => onChange({ format: ReportFormat.parse(value) })}
          >
            {ReportFormat.options.map((format) => (
              <option key={format} value={format}>
                {REPORT_FORMATS[format].name}
              </option>
            ))}
          </Select>
        </Field>
        <DayFields draft={draft} onChange={onChange} />
        <Field label="Time" {...fieldProblem(problems['time'])}>
          <Input
            className={styles.input}
            name="time"
            type="time"
            value={draft.time}
            onChange={(_, { value }) => onChange({ time: value })}
          />
        </Field>
        <Field label="Time zone" {...fieldProblem(problems['timeZone'])}>
          {(field) => (
            <TimeZoneSelect
              {...field}
              className={styles.select}
              name="timeZone"
              value={draft.timeZone}
              onChoose={(timeZone) => onChange({ timeZone })}
            />
          )}
        </Field>
      </div>
      <RecipientsField
        value={draft.recipientIds}
        chosen={chosen}
        problem={problems['recipientIds']}
        onChange={(recipientIds) => onChange({ recipientIds })}
      />
      <Field hint="A paused schedule makes nothing until it is switched on again.">
        <Switch
          className={styles.switch}
          label="Switched on"
          checked={draft.isEnabled}
          onChange={(_, { checked }) => onChange({ isEnabled: checked })}
        />
      </Field>
    </>
  )
}

interface TenantFieldProps {
  value: string
  unseenTenant: TenantId | null
  problem: string | undefined
  onChoose: (tenantId: string) => void
}

function TenantField({ value, unseenTenant, problem, onChoose }: TenantFieldProps) {
  const styles = useStyles()
  // After the question whether to discard.
  const restoreFocus = useRestoreFocusTarget()
  const { data } = useQuery(tenantListQuery({ isQuiet: true }))
  const tenants = (data?.tenants ?? []).toSorted((a, b) =>
    byName.compare(a.displayName, b.displayName),
  )
  const isUnseen = unseenTenant !== null && !tenants.some(({ id }) => id === unseenTenant)
  return (
    <Field className={styles.wide} label="Tenant" {...fieldProblem(problem)}>
      <Select
        {...restoreFocus}
        className={styles.select}
        name="tenantId"
        value={value}
        onChange={(_, { value: chosen }) => onChoose(chosen)}
      >
        <option value="">All tenants that the maker may see</option>
        {isUnseen && <option value={unseenTenant}>A tenant that you may not see</option>}
        {tenants.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const byName = new Intl.Collator('en', { numeric: true })
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1)

function DayFields({ draft, onChange }: Pick<ScheduleFieldsProps, 'draft' | 'onChange'>) {
  const styles = useStyles()
  return (
    <>
      <Field label="Repeats">
        <Select
          className={styles.select}
          value={draft.frequency}
          onChange={(_, { value }) =>
            onChange({ frequency: value === 'monthly' ? 'monthly' : 'weekly' })
          }
        >
          <option value="weekly">Weekly</option>
          <option value="monthly">Monthly</option>
        </Select>
      </Field>
      {draft.frequency === 'weekly' ? (
        <Field label="Day of the week">
          <Select
            className={styles.select}
            value={String(draft.weekday)}
            onChange={(_, { value }) => onChange({ weekday: Number(value) })}
          >
            {WEEKDAYS.map((day, index) => (
              <option key={day} value={String(index + 1)}>
                {day}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <Field label="Day of the month" hint="In shorter months the last day.">
          <Select
            className={styles.select}
            value={String(draft.dayOfMonth)}
            onChange={(_, { value }) => onChange({ dayOfMonth: Number(value) })}
          >
            {DAYS_OF_MONTH.map((day) => (
              <option key={day} value={String(day)}>
                {ordinalOf(day)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}
