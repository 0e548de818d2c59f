import {
  Button,
  makeStyles,
  ProgressBar,
  SearchBox,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components'
import { useParams, useSearch } from '@tanstack/react-router'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { USERS_SHOWN } from '@tenantscope/contract/limits'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useDeferredValue, useMemo, useState } from 'react'

import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useTenantUsers } from '../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../lib/use-tenant-users.ts'
import { matchesSearch } from '../../lib/user-search.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { Text } from '../../ui/text.tsx'
import { UserList, useUserRowShape } from './user-list.tsx'

const useStyles = makeStyles({
  empty: { padding: '24px 0', textAlign: 'center', color: tokens.colorNeutralForeground2 },
  search: { flexGrow: 1, maxWidth: '400px' },
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  loadingUsersSearch: { height: '32px', maxWidth: '400px' },
  rows: { paddingTop: '32px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

interface UserDetailsCardProps {
  tenant: TenantListItem
  /** Why the people could not be read from Microsoft. */
  failure: PartFailure | undefined
}

/** The tenant's users with their licenses: the first ones, all, or those that match a search. */
export function UserDetailsCard({ tenant, failure }: UserDetailsCardProps) {
  const { person, holds } = useSearch({ strict: false })
  const choice = useUserChoice(person, holds)
  const people = useTenantUsers({
    tenantId: tenant.id,
    dataAsOf: tenant.dataAsOf,
    wantsAll: choice.wantsAll,
    isEnabled: failure === undefined,
  })
  const refused = failure ?? people.failure
  const shown = useShownUsers(people.users, choice)
  return (
    <SectionCard
      title="User Details"
      aside={!refused && <UserCount shown={shown.length} total={people.total} />}
    >
      {refused ? (
        <PartNote failure={refused} />
      ) : (
        <Users people={people} shown={shown} choice={choice} linkedId={person} />
      )}
    </SectionCard>
  )
}

function useShownUsers(users: readonly TenantUser[], choice: UserChoice): readonly TenantUser[] {
  const { wantsAll, searched, heldSkuId } = choice
  return useMemo(() => {
    if (!wantsAll) return users.slice(0, USERS_SHOWN)
    return users.filter((user) => holdsSku(user, heldSkuId) && matchesSearch(user, searched))
  }, [users, wantsAll, searched, heldSkuId])
}

interface UsersProps {
  people: TenantUsers
  shown: readonly TenantUser[]
  choice: UserChoice
  linkedId: string | undefined
}

function Users({ people, shown, choice, linkedId }: UsersProps) {
  const styles = useStyles()
  const { total, error } = people
  if (total === undefined && error !== null)
    return (
      <LoadFailed
        title="Failed to load user data. Please try refreshing the page."
        query={{ error, refetch: people.retry }}
        retryLabel="Try Again"
      />
    )
  if (total === undefined) return <LoadingUsers />
  if (total === 0) return <span className={styles.empty}>No users found</span>
  return (
    <>
      <UserToolbar choice={choice} total={total} />
      <HeldLicense people={people} skuId={choice.heldSkuId} />
      <UsersIncomplete people={people} isWanted={choice.wantsAll} />
      {shown.length === 0 && people.isComplete && (
        <span className={styles.empty}>No users found</span>
      )}
      {shown.length > 0 && (
        <UserList users={shown} isScrolled={choice.wantsAll} linkedId={linkedId} />
      )}
      {linkedId !== undefined && isAbsent(people, linkedId) && (
        <Text variant="caption" muted>
          The user in this link is no longer in this tenant.
        </Text>
      )}
    </>
  )
}

function isAbsent({ users, isComplete }: TenantUsers, userId: string): boolean {
  return isComplete && !users.some(({ id }) => id === userId)
}

interface HeldLicenseProps {
  people: TenantUsers
  skuId: string | undefined
}

/** The license in the address, which narrows the list to its holders, and the way back to all users. */
function HeldLicense({ people: { users, isComplete }, skuId }: HeldLicenseProps) {
  const search = useSearch({ strict: false })
  const { tenantId = '' } = useParams({ strict: false })
  if (skuId === undefined) return null
  const holder = users.find((user) => holdsSku(user, skuId))
  const index = holder?.licenseSkuIds.findIndex((id) => isSku(id, skuId)) ?? -1
  const name = holder?.licenses[index]
  return (
    <Stack row wrap gap={8} align="center">
      <Text>
        {name === undefined ? (
          isComplete ? (
            'No user holds the license in this link'
          ) : (
            'Holders of one license'
          )
        ) : (
          <>
            Holders of <bdi>{name}</bdi>
          </>
        )}
      </Text>
      <LinkButton
        to="/tenant/$tenantId"
        params={{ tenantId }}
        search={{ ...search, holds: undefined }}
        resetScroll={false}
        size="small"
      >
        Show all users
      </LinkButton>
    </Stack>
  )
}

const isSku = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const holdsSku = ({ licenseSkuIds }: TenantUser, skuId: string | undefined): boolean =>
  skuId === undefined || licenseSkuIds.some((id) => isSku(id, skuId))

/** How many of the tenant's people are shown; read out when a search changes it. */
function UserCount({ shown, total }: { shown: number; total: number | undefined }) {
  const count = useTextStyle({ variant: 'caption', muted: true, tabular: true })
  const format = useFormat()
  if (total === undefined || total === 0) return null
  return (
    <output className={count}>
      {shown === total
        ? `${format.number(total)} ${total === 1 ? 'person' : 'people'}`
        : `${format.number(shown)} of ${format.number(total)} people`}
    </output>
  )
}

/** Searches people, and shows all of them or only the first. */
function UserToolbar({ choice, total }: { choice: UserChoice; total: number }) {
  const styles = useStyles()
  return (
    <Stack row wrap gap={8} align="center">
      <SearchBox
        className={styles.search}
        aria-label="Search people"
        placeholder="Search by name or email"
        value={choice.search}
        onChange={(_, { value }) => choice.setSearch(value)}
      />
      {total > USERS_SHOWN && (
        <Button aria-expanded={choice.isWhole} onClick={() => choice.setWhole(!choice.isWhole)}>
          {choice.isWhole ? 'Show less' : 'Show All'}
        </Button>
      )}
    </Stack>
  )
}

type UserChoice = ReturnType<typeof useUserChoice>

/** The choice on the card; a link to a person opens the complete list. */
function useUserChoice(linkedId: string | undefined, heldSkuId: string | undefined) {
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(linkedId !== undefined)
  const [openedFor, setOpenedFor] = useState(linkedId)
  if (linkedId !== openedFor) {
    setOpenedFor(linkedId)
    if (linkedId !== undefined) {
      setWhole(true)
      setSearch('')
    }
  }
  return {
    search,
    setSearch,
    isWhole,
    setWhole,
    /** Whether all users are needed. */
    wantsAll: isWhole || search.trim() !== '' || heldSkuId !== undefined,
    /** Only holders of this license; absent: all users. */
    heldSkuId,
    /** The search that the list follows later, so that typing stays fast. */
    searched: useDeferredValue(search),
  }
}

/** The list's own shape while the people arrive. */
function LoadingUsers() {
  const styles = useStyles()
  const { rowPx } = useUserRowShape()
  return (
    <Skeleton className={styles.whole} aria-label="Loading people...">
      <SkeletonItem className={styles.loadingUsersSearch} />
      <div className={styles.rows}>
        {Array.from({ length: USERS_SHOWN }, (_, row) => (
          <div key={row} className={styles.row} style={{ height: rowPx - 1 }}>
            <SkeletonItem size={16} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

/** The progress of loading all users (`isWanted`), or why it failed. */
function UsersIncomplete({ people, isWanted }: { people: TenantUsers; isWanted: boolean }) {
  const format = useFormat()
  const { users, total = 0, isComplete, error, retry } = people
  if (error !== null)
    return (
      <Notice
        intent="warning"
        title="Not all users could be loaded"
        action={{ label: 'Try Again', onClick: retry }}
      >
        {userMessageOf(error)}
      </Notice>
    )
  if (!isWanted || isComplete) return null
  return (
    <Stack gap={4}>
      <Text variant="caption" muted tabular>
        Loading people: {format.number(users.length)} of {format.number(total)}
      </Text>
      <ProgressBar aria-label="Loading people" max={total} value={users.length} />
    </Stack>
  )
}
