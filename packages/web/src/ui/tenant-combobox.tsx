import { Combobox, makeStyles, Option } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { findTenants } from '../lib/find-tenants.ts'
import { tenantListQuery } from '../lib/tenant-list.ts'

const useStyles = makeStyles({
  box: { minWidth: 0 },
  // Fits under the field, so that it does not cover the page.
  list: { maxHeight: '320px' },
})

/** A longer list would be slow. */
const SHOWN = 50

interface TenantComboboxProps {
  label: string
  placeholder: string
  chosen: TenantListItem | null
  /** A tenant that cannot be chosen. */
  except?: TenantId
  onChoose: (tenant: TenantListItem | null) => void
}

/** Selects one of the reader's tenants by name, domain, id or tag. */
export function TenantCombobox(props: TenantComboboxProps) {
  const { label, placeholder, chosen, except, onChoose } = props
  const styles = useStyles()
  const query = useQuery(tenantListQuery({ isQuiet: true }))
  const [search, setSearch] = useState<string | null>(null)
  const tenants = (query.data?.tenants ?? []).filter(({ id }) => id !== except)
  const found = findTenants(tenants, { search: search ?? '', among: null })
  return (
    <Combobox
      className={styles.box}
      listbox={{ className: styles.list }}
      aria-label={label}
      freeform
      autoComplete="off"
      placeholder={query.isPending ? 'Loading...' : placeholder}
      value={search ?? chosen?.displayName ?? ''}
      onChange={(event) => {
        setSearch(event.target.value)
        if (chosen !== null) onChoose(null)
      }}
      onOptionSelect={(_, { optionValue }) => {
        setSearch(null)
        onChoose(tenants.find(({ id }) => id === optionValue) ?? null)
      }}
    >
      {found.slice(0, SHOWN).map(({ id, displayName, defaultDomainName }) => (
        <Option key={id} value={id} text={displayName}>
          {defaultDomainName === null ? displayName : `${displayName} (${defaultDomainName})`}
        </Option>
      ))}
    </Combobox>
  )
}
