import { makeStyles, tokens } from '@fluentui/react-components'
import { useDeferredValue, useMemo, useState } from 'react'

import {
  CHECK_FILTER_FIELDS,
  CheckFilters,
  hasText,
  matchesFilters,
} from '../../lib/check-filters.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { CheckOptions } from './check-options.tsx'
import { SelectionTools } from './selection-tools.tsx'
import type { Wizard } from './use-wizard.ts'

const useStyles = makeStyles({
  none: { padding: '24px 0', textAlign: 'center', color: tokens.colorNeutralForeground2 },
})

/** The checks of a report of the posture; every check is selected at first. */
export function CheckStep({ wizard }: { wizard: Wizard }) {
  const { query, all } = wizard.checkChoice
  if (query.isPending) return <PageSpinner text="Loading checks..." />
  if (query.isLoadingError)
    return (
      <LoadFailed
        title="Failed to load the checks. Without a selection the report contains every check."
        query={query}
        retryLabel="Try Again"
      />
    )
  if (all.length === 0)
    return (
      <EmptyState
        title="The checks of this tenant have not been judged yet"
        text="A report can be created after the next refresh of the tenant."
      />
    )
  return <Checks choice={wizard.checkChoice} />
}

const NO_FILTERS = CheckFilters.parse({})

function Checks({ choice }: { choice: Wizard['checkChoice'] }) {
  const styles = useStyles()
  const format = useFormat()
  const { all, chosenIds, choose, chooseOnly } = choice
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const searched = useDeferredValue(search)
  const found = useMemo(
    () => all.filter((check) => matchesFilters(check, filters) && hasText(check, searched)),
    [all, filters, searched],
  )
  // By the text in the search box, which may be newer than the list.
  const foundIds = () =>
    all
      .filter((check) => matchesFilters(check, filters) && hasText(check, search))
      .map(({ id }) => id)
  return (
    <>
      <SelectionTools
        label="Search by title or benchmark"
        search={search}
        onSearch={setSearch}
        countText={`${format.number(chosenIds.size)} of ${format.number(all.length)} checks selected`}
        filters={CHECK_FILTER_FIELDS.map(({ key, ...field }) => (
          <FilterSelect
            key={key}
            {...field}
            value={filters[key]}
            // The options have the values that the parser reads.
            onChoose={(value) => setFilters(CheckFilters.parse({ ...filters, [key]: value }))}
          />
        ))}
        isFiltered={Object.values(filters).some((value) => value !== undefined)}
        onSelectAll={() => choose(foundIds(), true)}
        onSelectOnly={() => chooseOnly(foundIds())}
        onClearAll={() => choose(foundIds(), false)}
      />
      {found.length === 0 ? (
        <span className={styles.none}>No check matches your search</span>
      ) : (
        <CheckOptions checks={found} chosen={chosenIds} onChoose={choose} />
      )}
    </>
  )
}
