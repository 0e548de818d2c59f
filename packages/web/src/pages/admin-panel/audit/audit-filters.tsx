import { Button, Input, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useNavigate } from '@tanstack/react-router'
import { AuditType } from '@tenantscope/contract/audit'
import { useRef, useState } from 'react'

import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import { Stack } from '../../../ui/stack.tsx'
import { TenantCombobox } from '../../../ui/tenant-combobox.tsx'
import { AUDIT_TYPE_NAMES } from './audit-words.ts'
import type { AuditFilter } from './audit.queries.ts'
import { dayIn, Q_LENGTH } from './audit.queries.ts'

const useStyles = makeStyles({
  search: { flexGrow: 1, minWidth: '200px', maxWidth: '360px' },
  days: { '@media (max-width: 480px)': { width: '100%' } },
  // As wide as the browser's longest form of a date, with its button.
  day: { width: '184px', '@media (max-width: 480px)': { flexGrow: 1 } },
})

interface AuditFiltersProps {
  filter: AuditFilter
  /** What the tenant is called, where that is known. */
  tenantName: string | null
}

/** Filters of the entries, kept in the URL so that a filtered list can be shared. */
export function AuditFilters({ filter, tenantName }: AuditFiltersProps) {
  const styles = useStyles()
  const navigate = useNavigate()
  const { type, q } = filter
  const [text, setText] = useTypedSearch(
    q,
    (words) =>
      void navigate({
        to: '/admin-panel',
        search: (previous) => ({ ...previous, q: words || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  const change = (part: {
    type?: string | undefined
    tenant?: string | undefined
    from?: string | undefined
    to?: string | undefined
  }) =>
    void navigate({
      to: '/admin-panel',
      search: (previous) => ({ ...previous, ...part }),
      resetScroll: false,
    })
  return (
    <Stack as="section" row wrap align="center" gap={8} aria-label="Filter the audit">
      <SearchBox
        className={styles.search}
        aria-label="Search users, actions and details"
        placeholder="Search the audit"
        maxLength={Q_LENGTH}
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      <Select
        aria-label="Type"
        value={type}
        onChange={(_, { value }) => change({ type: value === 'all' ? undefined : value })}
      >
        <option value="all">All types</option>
        {AuditType.options.map((each) => (
          <option key={each} value={each}>
            {AUDIT_TYPE_NAMES[each]}
          </option>
        ))}
      </Select>
      <OfTenant filter={filter} name={tenantName} onChange={(tenant) => change({ tenant })} />
      <AuditDays filter={filter} onChange={change} />
    </Stack>
  )
}

interface OfTenantProps {
  filter: AuditFilter
  name: string | null
  onChange: (tenantId: string | undefined) => void
}

/** The tenant that is chosen, even one that is gone; else all, to choose from. */
function OfTenant({ filter: { tenantId }, name, onChange }: OfTenantProps) {
  const isChosenHere = useRef(false)
  if (tenantId === undefined)
    return (
      <TenantCombobox
        label="Tenant"
        placeholder="All tenants"
        chosen={null}
        onChoose={(tenant) => {
          isChosenHere.current = tenant !== null
          if (tenant !== null) onChange(tenant.id)
        }}
      />
    )
  return (
    <Button
      ref={(button: HTMLButtonElement | null) => {
        // What had the focus is gone.
        if (isChosenHere.current) button?.focus()
        isChosenHere.current = false
      }}
      icon={<DismissRegular />}
      iconPosition="after"
      aria-label="Show all tenants"
      onClick={() => onChange(undefined)}
    >
      {name ?? tenantId}
    </Button>
  )
}

type Days = Pick<AuditFilter, 'from' | 'to'>

interface AuditDaysProps {
  filter: Days
  onChange: (part: Partial<Days>) => void
}

/** From which day to which, in the reader's time zone; both days count. */
function AuditDays({ filter: { from, to }, onChange }: AuditDaysProps) {
  const styles = useStyles()
  return (
    <Stack as="span" row wrap align="center" gap={8} className={styles.days}>
      <Day label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </Stack>
  )
}

interface DayProps {
  label: 'From' | 'To'
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value = '', min, max, onChange }: DayProps) {
  const styles = useStyles()
  const [text, setText] = useState(value)
  // The address changes by other ways too: back, and a link.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  return (
    <Input
      className={styles.day}
      type="date"
      aria-label={label}
      contentBefore={label}
      value={text}
      min={min}
      max={max}
      onChange={(_, { value: typed }) => {
        setText(typed)
        const day = dayIn(typed)
        if (typed === '' || day !== undefined) onChange(day)
      }}
    />
  )
}
