import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useSearch } from '@tanstack/react-router'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { USERS_SHOWN } from '@tenantscope/contract/limits'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useMemo } from 'react'

import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { useTenantUsers } from '../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../lib/use-tenant-users.ts'
import { matchesSearch } from '../../lib/user-search.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { LoadingUsers } from './loading-users.tsx'
import { useUserChoice } from './use-user-choice.ts'
import type { UserChoice } from './use-user-choice.ts'
import { UserCount } from './user-count.tsx'
import { UserList } from './user-list.tsx'
import { UserToolbar } from './user-toolbar.tsx'
import { UsersIncomplete } from './users-incomplete.tsx'

const useStyles = makeStyles({
  empty: { padding: '24px 0', textAlign: 'center', color: tokens.colorNeutralForeground2 },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface UserDetailsCardProps {
  tenant: TenantListItem
  /** Why the people could not be read from Microsoft. */
  failure: PartFailure | undefined
}

/** The tenant's people with their licenses: the first ones, everybody, or those that a search finds. */
export function UserDetailsCard({ tenant, failure }: UserDetailsCardProps) {
  const { person } = useSearch({ strict: false })
  const choice = useUserChoice(person)
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
  const { wantsAll, searched } = choice
  return useMemo(() => {
    if (!wantsAll) return users.slice(0, USERS_SHOWN)
    return searched.trim() === '' ? users : users.filter((user) => matchesSearch(user, searched))
  }, [users, wantsAll, searched])
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
        message={userMessageOf(error)}
        onRetry={people.retry}
        retryLabel="Try Again"
      />
    )
  if (total === undefined) return <LoadingUsers rows={USERS_SHOWN} />
  if (total === 0) return <span className={styles.empty}>No users found</span>
  return (
    <>
      <UserToolbar choice={choice} total={total} />
      <UsersIncomplete people={people} isWanted={choice.wantsAll} />
      {shown.length === 0 && people.isComplete && (
        <span className={styles.empty}>No users found</span>
      )}
      {shown.length > 0 && (
        <UserList users={shown} isScrolled={choice.wantsAll} linkedId={linkedId} />
      )}
      {linkedId !== undefined && isAbsent(people, linkedId) && (
        <span className={styles.note}>The person of this link is not in this tenant any more.</span>
      )}
    </>
  )
}

function isAbsent({ users, isComplete }: TenantUsers, userId: string): boolean {
  return isComplete && !users.some(({ id }) => id === userId)
}
