import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SEARCH_PAGES, searchOneKind } from '@tenantscope/contract/search'
import type { SearchKind } from '@tenantscope/contract/search'

import { itemsOf, kindInText } from '../../features/estate-search/found-items.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/preferences.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { ResultTable } from './result-table.tsx'

const useStyles = makeStyles({ old: { opacity: 0.6 } })

interface ResultsProps {
  q: string
  kind: SearchKind
  page: number
}

/** One page of the results of a kind. */
export function Results({ q, kind, page }: ResultsProps) {
  const styles = useStyles()
  const format = useFormat()
  const results = useQuery({
    queryKey: ['search-results', kind, q, page],
    queryFn: ({ signal }) => call(searchOneKind, { query: { q, kind, page } }, { signal }),
    // The results of another kind have other columns.
    placeholderData: (previous) => (previous?.kind === kind ? previous : undefined),
    // Never cached: hidden or withdrawn data must not appear again.
    staleTime: 0,
    gcTime: 0,
  })
  const { data } = results
  return (
    <>
      {/* Always here, so that screen readers read what it changes to. */}
      <output>
        <Text as="div" variant="caption" muted>
          {data && countText(data.total, format.number)}
        </Text>
      </output>
      {results.isPending && <PageSpinner text="Searching..." />}
      {results.isError && <LoadFailed title="The search failed" query={results} />}
      {data?.items.length === 0 && <NoResults q={q} kind={kind} total={data.total} />}
      {data && data.items.length > 0 && (
        <Stack
          gap={12}
          aria-busy={results.isPlaceholderData}
          {...(results.isPlaceholderData && { className: styles.old })}
        >
          <ResultTable kind={kind} items={itemsOf(data, format)} q={q} />
          <ResultPager q={q} kind={kind} page={page} shown={data.items.length} total={data.total} />
        </Stack>
      )}
    </>
  )
}

const countText = (total: number, number: (value: number) => string): string =>
  total === 1 ? '1 result' : `${number(total)} results`

function ResultPager({
  q,
  kind,
  page,
  ...counts
}: ResultsProps & { shown: number; total: number }) {
  const navigate = useNavigate()
  const first = (page - 1) * SEARCH_PAGES.size + 1
  const open = (wanted: number) => () =>
    void navigate({
      to: '/search',
      search: { q, kind, page: wanted === 1 ? undefined : wanted },
      resetScroll: false,
    })
  return (
    <Pager
      label="Pages of results"
      first={first}
      {...counts}
      onPrevious={page === 1 ? null : open(page - 1)}
      onNext={first + SEARCH_PAGES.size > counts.total ? null : open(page + 1)}
    />
  )
}

/** Either nothing was found, or the address names a page after the last one. */
function NoResults({ q, kind, total }: Omit<ResultsProps, 'page'> & { total: number }) {
  if (total === 0)
    return (
      <EmptyState
        title={`No ${kindInText(kind)} found`}
        text="Check the spelling, try a part of the name, or choose another kind of results."
      />
    )
  return (
    <EmptyState
      title="This page has no results"
      action={
        <LinkButton to="/search" search={{ q, kind }}>
          Show the first page
        </LinkButton>
      }
    />
  )
}
