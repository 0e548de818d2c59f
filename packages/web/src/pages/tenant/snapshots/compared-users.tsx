import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { AddCircle20Regular } from '@fluentui/react-icons/svg/add-circle'
import { Edit20Regular } from '@fluentui/react-icons/svg/edit'
import { SubtractCircle20Regular } from '@fluentui/react-icons/svg/subtract-circle'
import type { ReportComparison } from '@tenantscope/contract/reports'
import { Fragment, useId, useState } from 'react'
import type { ReactNode } from 'react'

import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  list: { marginTop: '4px' },
  item: {
    padding: '8px 0',
    overflowWrap: 'anywhere',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // Items outside the viewport are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 56px',
  },
  more: { marginTop: '8px' },
})

type Users = ReportComparison['users']
type Licenses = ReportComparison['licenses']

/** Users that were added or removed, or have other licenses. */
export function ComparedUsers({ users }: { users: Users }) {
  const format = useFormat()
  return (
    <SectionCard
      title="Users"
      aside={<Text muted>{format.number(users.unchanged)} unchanged</Text>}
    >
      <Changes
        {...users}
        unchangedText="The same people with the same licenses"
        renderOne={(user) => (
          <>
            <UserName user={user} />
            <LicenseNames label="" names={user.licenses} />
          </>
        )}
        renderChanged={(user) => (
          <>
            <UserName user={user} />
            {user.previousName !== null && (
              <Text as="div" variant="caption" muted>
                Before: <bdi>{user.previousName}</bdi>
              </Text>
            )}
            <LicenseNames label="Gained: " names={user.gained} />
            <LicenseNames label="Lost: " names={user.lost} />
          </>
        )}
      />
    </SectionCard>
  )
}

/** Licenses that were added or removed, or have other figures. */
export function ComparedLicenses({ licenses }: { licenses: Licenses }) {
  return (
    <SectionCard title="Licenses">
      <Changes
        {...licenses}
        unchangedText="The same licenses with the same figures"
        renderOne={(license) => <LicenseName license={license} />}
        renderChanged={(license) => <ChangedLicense license={license} />}
      />
    </SectionCard>
  )
}

interface ChangesProps<One, Changed> {
  added: readonly One[]
  removed: readonly One[]
  changed: readonly Changed[]
  unchangedText: string
  renderOne: (one: One) => ReactNode
  renderChanged: (changed: Changed) => ReactNode
}

function Changes<One, Changed>(props: ChangesProps<One, Changed>) {
  const { added, removed, changed, unchangedText, renderOne, renderChanged } = props
  if (added.length + removed.length + changed.length === 0)
    return <Text muted>{unchangedText}</Text>
  return (
    <>
      <ChangedList kind="Added" items={added.map(renderOne)} />
      <ChangedList kind="Removed" items={removed.map(renderOne)} />
      <ChangedList kind="Changed" items={changed.map(renderChanged)} />
    </>
  )
}

const SHOWN = 20

type ChangeKind = 'Added' | 'Removed' | 'Changed'

const ICONS: Record<ChangeKind, FluentIcon> = {
  Added: AddCircle20Regular,
  Removed: SubtractCircle20Regular,
  Changed: Edit20Regular,
}

/** The first changes of one kind; absent when there are none. */
function ChangedList({ kind, items }: { kind: ChangeKind; items: readonly ReactNode[] }) {
  const styles = useStyles()
  const format = useFormat()
  const headingId = useId()
  const [shown, setShown] = useState(SHOWN)
  if (items.length === 0) return null
  const Icon = ICONS[kind]
  const left = items.length - shown
  return (
    <section aria-labelledby={headingId}>
      <Stack row gap={8} align="center">
        <Icon aria-hidden className={styles.icon} />
        <Text as="h3" id={headingId} variant="strong">
          {kind} ({format.number(items.length)})
        </Text>
      </Stack>
      <Stack as="ul" className={styles.list}>
        {items.slice(0, shown).map((item, index) => (
          // The list never changes, and names can repeat.
          <li key={index} className={styles.item}>
            {item}
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Button className={styles.more} onClick={() => setShown(shown + 10 * SHOWN)}>
          Show more ({format.number(left)} left)
        </Button>
      )}
    </section>
  )
}

function UserName({ user }: { user: { displayName: string; userPrincipalName: string | null } }) {
  const { displayName, userPrincipalName } = user
  return (
    <>
      <ForeignText wrap>{displayName}</ForeignText>
      {userPrincipalName !== null && userPrincipalName !== displayName && (
        <>
          {' '}
          <ForeignText wrap variant="caption" muted>
            {userPrincipalName}
          </ForeignText>
        </>
      )}
    </>
  )
}

function LicenseNames({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Text as="div" variant="caption" muted>
      {label}
      {names.map((name, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </Text>
  )
}

function LicenseName({ license }: { license: Licenses['added'][number] }) {
  return (
    <>
      <ForeignText wrap>{license.friendlyName}</ForeignText>{' '}
      <ForeignText wrap variant="caption" mono muted>
        {license.skuPartNumber}
      </ForeignText>
    </>
  )
}

function ChangedLicense({ license }: { license: Licenses['changed'][number] }) {
  const format = useFormat()
  const figures = [
    { label: 'Usable seats', change: license.enabledUnits },
    { label: 'Assigned seats', change: license.consumedUnits },
    { label: 'Users in the report', change: license.reportedUsers },
  ].filter(({ change }) => change.before !== change.after)
  return (
    <>
      <LicenseName license={license} />
      {figures.map(({ label, change }) => (
        <Text key={label} as="div" variant="caption" muted tabular>
          {label}: {format.number(change.before)} → {format.number(change.after)} (
          {differenceText(change, format)})
        </Text>
      ))}
    </>
  )
}

/** Whether the reports hold the same. */
export function isUnchanged({ licenses, users }: ReportComparison): boolean {
  const lists: readonly (readonly unknown[])[] = [
    licenses.added,
    licenses.removed,
    licenses.changed,
    users.added,
    users.removed,
    users.changed,
  ]
  return lists.every(({ length }) => length === 0)
}

interface Change {
  before: number
  after: number
}

/** '+4', '−1', 'no change'. */
export function differenceText({ before, after }: Change, format: Format): string {
  const difference = after - before
  if (difference === 0) return 'no change'
  // A minus sign as wide as the plus.
  return `${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference))}`
}

/** '70 added, 1 removed'; null where nothing changed. */
export function changesText(
  { added, removed, changed }: Record<'added' | 'removed' | 'changed', readonly unknown[]>,
  format: Format,
): string | null {
  const texts = [
    { count: added.length, word: 'added' },
    { count: removed.length, word: 'removed' },
    { count: changed.length, word: 'changed' },
  ].flatMap(({ count, word }) => (count === 0 ? [] : `${format.number(count)} ${word}`))
  return texts.length === 0 ? null : texts.join(', ')
}
