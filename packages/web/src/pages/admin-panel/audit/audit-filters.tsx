import { Button, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useNavigate } from '@tanstack/react-router'
import { AuditType } from '@tenantscope/contract/audit'
import { useEffect, useState } from 'react'

import { AUDIT_TYPE_NAMES } from './audit-words.ts'
import type { AuditFilter } from './audit.queries.ts'
import { Q_LENGTH } from './audit.queries.ts'
import { useSettled } from './use-settled.ts'

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
  const { type, q, tenantId } = filter
  const [text, setText] = useState(q)
  const settled = useSettled(text.trim())
  useEffect(() => {
    void navigate({
      to: '/admin-panel',
      search: (previous) => ({ ...previous, q: settled === '' ? undefined : settled }),
      replace: true,
      resetScroll: false,
    })
  }, [navigate, settled])
  const change = (part: { type?: string | undefined; tenant?: undefined }) =>
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
      {tenantId !== undefined && (
        <Button
          icon={<DismissRegular />}
          iconPosition="after"
          aria-label="Show all tenants"
          onClick={() => change({ tenant: undefined })}
        >
          {tenantName ?? tenantId}
        </Button>
      )}
    </section>
  )
}
