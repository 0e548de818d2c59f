import { Button, Select } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { countedPeople } from '@tenantscope/analysis/coverage/mfa-label'
import { mfaReasonText } from '@tenantscope/analysis/coverage/mfa-text'
import type { TenantCoverage } from '@tenantscope/contract/coverage'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useMemo } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../../lib/preferences.ts'
import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { useCsvExport } from '../../../lib/use-csv-export.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LinkButton } from '../../../ui/app-link.tsx'
import { DataAsOf } from '../../../ui/data-as-of.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { MfaLabel } from '../../../ui/mfa-label.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { useLastShown } from '../../../ui/use-last-shown.ts'
import { CoverageLegend } from './coverage-legend.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { exportCoverage } from './export-coverage.ts'
import type { CoverageFilter } from './posture.queries.ts'
import { readAllCoverage, tenantCoverageQuery } from './posture.queries.ts'
import { useSecuritySearch } from './use-security-search.ts'

const LinkedPerson = lazyPart(async () => (await import('./linked-person.tsx')).LinkedPerson)

interface CoverageListProps {
  tenant: TenantListItem
  postureKey: PostureKey
  filter: CoverageFilter
}

/** Who is not covered by MFA, or everybody, with the outcome in each situation and the reasons. */
export function CoverageList({ tenant, postureKey, filter }: CoverageListProps) {
  const query = useInfiniteQuery(tenantCoverageQuery(postureKey, filter))
  const first = query.data?.pages[0]
  return (
    <SectionCard
      title="MFA coverage by person"
      aside={
        <LinkButton
          from="/tenant/$tenantId"
          search={{ tab: 'security' }}
          size="small"
          appearance="subtle"
          icon={<ArrowLeft20Regular />}
        >
          Back to Security
        </LinkButton>
      }
    >
      <Tools tenant={tenant} filter={filter} isEmpty={first === undefined || first.total === 0} />
      {query.isPending && <PageSpinner text="Loading people..." />}
      {query.isLoadingError && (
        <LoadFailed title="The coverage could not be loaded" query={query} />
      )}
      {first && <People query={query} first={first} filter={filter} postureKey={postureKey} />}
    </SectionCard>
  )
}

interface ToolsProps {
  tenant: TenantListItem
  filter: CoverageFilter
  isEmpty: boolean
}

/** Whom the list shows, and the file of all its pages. */
function Tools({ tenant, filter, isEmpty }: ToolsProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const { change } = useSecuritySearch()
  const file = useCsvExport(async () => {
    const { people, ...read } = joinPages(await readAllCoverage(tenant.id, filter))
    const name = exportCoverage({ ...read, people, tenant, timeZone })
    return {
      title: 'Export Successful',
      text: `Exported ${format.number(people.length)} people to ${name}`,
    }
  })
  return (
    <Stack as="section" row wrap gap={8} align="center" aria-label="Filter the people">
      <Select
        aria-label="People"
        value={filter}
        onChange={(_, { value }) => change({ people: value })}
      >
        <option value="notCovered">Not covered, or not known</option>
        <option value="all">Everybody</option>
      </Select>
      <ActionButton
        icon={<ArrowDownload20Regular />}
        isBusy={file.isPending}
        isOff={isEmpty}
        busyLabel="Exporting..."
        onClick={() => file.mutate()}
      >
        Export CSV
      </ActionButton>
    </Stack>
  )
}

interface PeopleProps {
  query: UseInfiniteQueryResult<{ pages: TenantCoverage[] }>
  first: TenantCoverage
  filter: CoverageFilter
  postureKey: PostureKey
}

function People({ query, first, filter, postureKey }: PeopleProps) {
  const { people, names } = useMemo(() => joinPages(query.data?.pages ?? []), [query.data])
  const { personId, openPerson } = useSecuritySearch()
  // The panel keeps its person while it slides out.
  const shown = useLastShown(personId)
  return (
    <>
      <Verdict coverage={first} />
      {people.length === 0 ? (
        <NoPeople coverage={first} filter={filter} />
      ) : (
        <>
          <CoverageLegend />
          <CoverageTable people={people} names={names} onOpen={openPerson} />
          <Text as="p" variant="caption" muted>
            Guests and emergency access accounts are listed too. They do not count for the verdict.
          </Text>
          <Foot query={query} shown={people.length} total={first.total} />
        </>
      )}
      {shown !== null && (
        <LaterPart>
          <LinkedPerson
            // Another person is read again.
            key={shown}
            userId={shown}
            listed={people.find(({ userId }) => userId === shown)}
            names={names}
            postureKey={postureKey}
          />
        </LaterPart>
      )}
    </>
  )
}

/** A refresh between two pages may repeat a person and add policies. */
function joinPages(pages: readonly TenantCoverage[]) {
  const people = new Map(pages.flatMap((page) => page.people.map((each) => [each.userId, each])))
  const policies = pages.flatMap((page) => page.policies)
  return {
    people: Array.from(people.values()),
    names: new Map(policies.map(({ id, displayName }) => [id, displayName])),
    dataAsOf: pages.at(-1)?.dataAsOf ?? null,
  }
}

/** The verdict of the tenant with its reasons, which explain the list. */
function Verdict({
  coverage: { mfa, dataAsOf, isBySecurityDefaults },
}: {
  coverage: TenantCoverage
}) {
  const reasons = mfa.reasons.map(mfaReasonText)
  return (
    <Stack gap={8}>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <MfaLabel verdict={mfa.verdict} notCovered={mfa.counts?.membersNotCovered ?? null} />
        <DataAsOf at={dataAsOf} />
      </Stack>
      {isBySecurityDefaults && reasons.length === 0 && (
        <Text variant="caption">Security defaults require MFA of everybody.</Text>
      )}
      {reasons.length > 0 && (
        <Stack as="ul" gap={4}>
          {reasons.map((text) => (
            <li key={text}>
              <Text variant="caption">{text}</Text>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function NoPeople({ coverage, filter }: { coverage: TenantCoverage; filter: CoverageFilter }) {
  const { change } = useSecuritySearch()
  if (coverage.mfa.verdict === 'notKnown' || filter === 'all')
    return (
      <EmptyState
        title="No people are listed"
        text="The coverage by person is not known. The reasons are listed above."
      />
    )
  return (
    <EmptyState
      title="Everybody is covered by MFA"
      action={<Button onClick={() => change({ people: 'all' })}>Show everybody</Button>}
    />
  )
}

interface FootProps {
  query: UseInfiniteQueryResult<{ pages: TenantCoverage[] }>
  shown: number
  total: number
}

function Foot({ query, shown, total }: FootProps) {
  const format = useFormat()
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query
  return (
    <Stack gap={8}>
      {isFetchNextPageError && (
        <Notice
          intent="warning"
          title="More people could not be loaded"
          action={{ label: 'Try again', onClick: () => void fetchNextPage() }}
        >
          {userMessageOf(error)}
        </Notice>
      )}
      <Stack row wrap gap={16} lineGap={8} align="center">
        <Text variant="caption" muted tabular>
          <output>
            Showing {format.number(shown)} of {countedPeople(total)}
          </output>
        </Text>
        {hasNextPage && (
          <ActionButton isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Load more'}
          </ActionButton>
        )}
      </Stack>
    </Stack>
  )
}
