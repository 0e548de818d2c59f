import { Button, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useNavigate } from '@tanstack/react-router'
import { AuditType } from '@tenantscope/contract/audit'
import { useEffect, useRef, useState } from 'react'

import { useSettled } from '../../../lib/use-settled.ts'
import { TenantCombobox } from '../../../ui/tenant-combobox.tsx'
import { AuditDays } from './audit-days.tsx'
import { AUDIT_TYPE_NAMES } from './audit-words.ts'
import type { AuditFilter } from './audit.queries.ts'
import { Q_LENGTH, TYPING_MS } from './audit.queries.ts'

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  search: { flexGrow: 1, minWidth: '200px', maxWidth: '360px' },
})

interface AuditFiltersProps {
  filter: AuditFilter
  /** What the tenant is called, where that is known. */
  tenantName: string | null
}

/** Filters of the entries; they stand in the address, so that a filtered list can be passed on. */
export function AuditFilters({ filter, tenantName }: AuditFiltersProps) {
  const styles = useStyles()
  const navigate = useNavigate()
  const { type, q } = filter
  const [text, setText] = useState(q)
  const settled = useSettled(text.trim(), TYPING_MS)
  useEffect(() => {
    void navigate({
      to: '/admin-panel',
      search: (previous) => ({ ...previous, q: settled === '' ? undefined : settled }),
      replace: true,
      resetScroll: false,
    })
  }, [navigate, settled])
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
    <section className={styles.filters} aria-label="Filter the audit">
      <SearchBox
        className={styles.search}
        aria-label="Search who, whom, what and details"
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
    </section>
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
