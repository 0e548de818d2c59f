import { makeStyles, SearchBox } from '@fluentui/react-components'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SEARCH } from '@tenantscope/contract/limits'
import { isLongEnough, SearchKind } from '@tenantscope/contract/search'

import { KIND_NAMES } from '../../features/estate-search/found-items.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { viewIn } from './results-search.ts'
import { Results } from './results.tsx'

const useStyles = makeStyles({
  search: { width: '400px', maxWidth: '100%', '@media (max-width: 640px)': { width: '100%' } },
})

/** All results of a search, page by page, one kind at a time. The address holds the view. */
export function SearchPage() {
  const styles = useStyles()
  const search: unknown = useSearch({ strict: false })
  const { q, kind, page } = viewIn(search)
  const navigate = useNavigate()
  const [text, setText] = useTypedSearch(
    q,
    (words) =>
      void navigate({
        to: '/search',
        search: { q: words, kind },
        replace: true,
        resetScroll: false,
      }),
  )
  return (
    <PageShell
      title="Search results"
      view={KIND_NAMES[kind]}
      crumbs={CRUMBS}
      tabs={
        <LinkTabs
          label="Kinds of results"
          tabs={SearchKind.options.map((each) => ({
            label: KIND_NAMES[each],
            link: { to: '/search', search: { q, kind: each } },
            isCurrent: each === kind,
          }))}
        />
      }
    >
      <SearchBox
        className={styles.search}
        aria-label="Search tenants, users, licenses, policies and checks"
        placeholder="Search tenants, users, licenses and more..."
        maxLength={SEARCH.maxLength}
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      {isLongEnough(q) ? (
        <Results q={q} kind={kind} page={page} />
      ) : (
        <EmptyState
          title={q === '' ? 'Enter a search term' : `Enter at least ${SEARCH.minLength} characters`}
          text="The search covers all tenants that you can see."
        />
      )}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'Search results' }] as const
