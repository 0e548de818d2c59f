import {
  Button,
  Checkbox,
  Field,
  makeStyles,
  SearchBox,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { memo, useDeferredValue, useMemo, useState } from 'react'

import { findTenants, withIds } from '../lib/find-tenants.ts'
import { useFormat } from '../lib/preferences.ts'
import { ForeignText } from './foreign-text.tsx'
import { keepEnter } from './form/search-enter.ts'
import { optionLabel } from './option-label.ts'

const useStyles = makeStyles({
  picker: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    border: 'none',
    margin: 0,
    padding: 0,
    minWidth: 0,
  },
  legend: { ...typographyStyles.body1Strong, padding: 0 },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px 16px' },
  search: { flex: '1 1 240px', minWidth: 0 },
  box: { maxWidth: 'none' },
  found: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    minHeight: '32px',
  },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // Rows outside the visible area are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 33px',
  },
  label: { display: 'flex', flexWrap: 'wrap', gap: '0 12px', minWidth: 0 },
  // Unchecked check boxes have a paler label, but the name must be readable.
  name: { color: tokens.colorNeutralForeground1 },
  domain: {
    ...typographyStyles.caption1,
    alignSelf: 'center',
    color: tokens.colorNeutralForeground2,
  },
})

/** More check boxes would make typing slow. */
const SHOWN = 100

interface TenantPickerProps {
  tenants: readonly TenantListItem[]
  chosen: ReadonlySet<TenantId>
  onChoose: (chosen: ReadonlySet<TenantId>) => void
}

/** Selects many tenants, one by one or all search results. */
export function TenantPicker({ tenants, chosen, onChoose }: TenantPickerProps) {
  const styles = useStyles()
  const format = useFormat()
  const [search, setSearch] = useState('')
  // The selection when the filter was set: a removed tenant stays listed and can be added again.
  const [among, setAmong] = useState<ReadonlySet<TenantId> | null>(null)
  const deferredSearch = useDeferredValue(search)
  const found = useMemo(
    () => findTenants(tenants, { search: deferredSearch, among }),
    [tenants, deferredSearch, among],
  )
  const shown = found.slice(0, SHOWN)
  const areAllChosen = found.length > 0 && found.every(({ id }) => chosen.has(id))
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>Tenants</legend>
      <div className={styles.tools}>
        <Field className={styles.search} label="Search by name, domain, ID or tag">
          <SearchBox
            onKeyDown={keepEnter}
            className={styles.box}
            value={search}
            onChange={(_, { value }) => setSearch(value)}
          />
        </Field>
        <Checkbox
          label={optionLabel(`Chosen only (${format.number(chosen.size)})`)}
          checked={among !== null}
          onChange={(_, { checked }) => setAmong(checked === true ? chosen : null)}
        />
      </div>
      <div className={styles.found}>
        <output className={styles.note}>{foundText(found.length, format.number)}</output>
        {found.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              onChoose(
                withIds(
                  chosen,
                  found.map(({ id }) => id),
                  !areAllChosen,
                ),
              )
            }
          >
            {areAllChosen ? 'Remove all found' : 'Choose all found'}
          </Button>
        )}
      </div>
      <ul
        className={styles.list}
        // One handler for all: each check box renders again only when it changes.
        onChange={({ target }) => {
          if (!(target instanceof HTMLInputElement)) return
          const ids = shown.flatMap(({ id }) => (id === target.value ? [id] : []))
          onChoose(withIds(chosen, ids, target.checked))
        }}
      >
        {shown.map((tenant) => (
          <TenantChoice key={tenant.id} tenant={tenant} isChosen={chosen.has(tenant.id)} />
        ))}
      </ul>
    </fieldset>
  )
}

function foundText(count: number, number: (value: number) => string): string {
  if (count === 0) return 'No tenants match your search'
  if (count > SHOWN)
    return `The first ${SHOWN} of ${number(count)} tenants; search to find the others`
  return count === 1 ? '1 tenant' : `${number(count)} tenants`
}

interface TenantChoiceProps {
  tenant: TenantListItem
  isChosen: boolean
}

const TenantChoice = memo(function TenantChoice({ tenant, isChosen }: TenantChoiceProps) {
  const styles = useStyles()
  return (
    <li className={styles.row}>
      <Checkbox
        checked={isChosen}
        value={tenant.id}
        label={
          <span className={styles.label}>
            <ForeignText wrap className={styles.name}>
              {tenant.displayName}
            </ForeignText>{' '}
            <ForeignText wrap className={styles.domain}>
              {tenant.defaultDomainName ?? ''}
            </ForeignText>
          </span>
        }
      />
    </li>
  )
})
