import {
  Badge,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import { useId, useState } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { Notice } from '../../ui/notice.tsx'
import { PortalButton } from '../../ui/portal-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { PERMISSION_COLUMNS_STYLE, PermissionItem } from './permission-item.tsx'
import type { PermissionItemProps } from './permission-item.tsx'
import { additionalWord, areGrantsKnown, proofWord, requiredWord } from './permission-words.ts'

const useStyles = makeStyles({
  heading: { minHeight: '32px' },
  count: { fontVariantNumeric: 'tabular-nums' },
  title: { margin: 0 },
  toggle: {
    ...typographyStyles.body1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    padding: '4px 8px 4px 4px',
    marginInlineStart: '-4px',
    fontFamily: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  chevron: {
    transitionProperty: 'rotate',
    transitionDuration: tokens.durationFast,
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0s' },
  },
  open: { rotate: '90deg' },
  bar: { alignItems: 'start', paddingTop: '8px', paddingBottom: '8px' },
  list: { margin: '4px 0', paddingInlineStart: '20px' },
  columns: {
    ...typographyStyles.caption1,
    ...PERMISSION_COLUMNS_STYLE,
    paddingBottom: '4px',
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 840px)': { display: 'none' },
  },
})

interface PermissionListsProps {
  registration: Permissions
  check: ConsentCheck | null
}

/** Lists every permission by name: required, more than needed, unknown, and additional. */
export function PermissionLists({ registration, check }: PermissionListsProps) {
  const { permissions, portalUrl } = registration
  const ofKind = (kind: string) => permissions.filter((each) => each.kind === kind)
  return (
    <>
      <RequiredPermissions permissions={ofKind('required')} check={check} />
      <MoreThanNeeded permissions={ofKind('moreThanNeeded')} />
      <UnknownPermissions permissions={ofKind('unknown')} portalUrl={portalUrl} />
      <AdditionalPermissions registration={registration} check={check} />
    </>
  )
}

interface RequiredPermissionsProps {
  permissions: readonly CheckedPermission[]
  check: ConsentCheck | null
}

function RequiredPermissions({ permissions, check }: RequiredPermissionsProps) {
  const styles = useStyles()
  const id = useId()
  const isKnown = areGrantsKnown(permissions, check)
  const granted = permissions.filter(({ isGranted }) => isGranted).length
  return (
    <section aria-labelledby={id}>
      <Stack
        row
        wrap
        gap={16}
        lineGap={4}
        align="center"
        justify="between"
        className={styles.heading}
      >
        <Text id={id} as="h3" variant="strong">
          Required Permissions
        </Text>
        <Badge appearance="outline" color="informative" className={styles.count}>
          {isKnown ? granted : '–'} / {permissions.length} Required
        </Badge>
      </Stack>
      <PermissionList
        items={permissions.map((permission) => ({
          permission,
          word: requiredWord(permission, isKnown),
          tag: permission.isCritical ? 'Critical' : undefined,
        }))}
      />
    </section>
  )
}

/** Permissions that Tenantscope does not use, with the advice to remove them. */
export function MoreThanNeeded({ permissions }: { permissions: readonly CheckedPermission[] }) {
  const styles = useStyles()
  if (permissions.length === 0) return null
  return (
    <Notice
      intent="warning"
      className={styles.bar}
      title={`More than needed (${permissions.length})`}
    >
      <ul className={styles.list}>
        {permissions.map(({ value, reason }) => (
          <li key={value}>{reason === null ? value : `${value}: ${reason}`}</li>
        ))}
      </ul>
      <Text as="p">
        Removing a permission from the app registration does not revoke it. Also revoke its admin
        consent in every tenant that granted it.
      </Text>
    </Notice>
  )
}

interface UnknownPermissionsProps {
  permissions: readonly CheckedPermission[]
  portalUrl: string | null
}

/** Permissions that Tenantscope does not know; an administrator must review them. */
export function UnknownPermissions({ permissions, portalUrl }: UnknownPermissionsProps) {
  if (permissions.length === 0) return null
  return (
    <Notice
      intent="warning"
      title={`Unknown Permissions Detected (${permissions.length})`}
      actions={<PortalButton href={portalUrl}>Review in Azure Portal</PortalButton>}
    >
      Tenantscope does not ask for {permissions.map(({ value }) => value).join(', ')} and does not
      know what {permissions.length === 1 ? 'it allows' : 'they allow'}.
    </Notice>
  )
}

/** Optional and unneeded permissions, folded at first. */
function AdditionalPermissions({ registration, check }: PermissionListsProps) {
  const styles = useStyles()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const permissions = registration.permissions.filter(({ kind }) => kind !== 'required')
  const isKnown = areGrantsKnown(registration.permissions, check)
  const granted = permissions.filter(({ isGranted }) => isGranted).length
  if (permissions.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Stack
        row
        wrap
        gap={16}
        lineGap={4}
        align="center"
        justify="between"
        className={styles.heading}
      >
        <h3 className={styles.title}>
          <button
            type="button"
            id={id}
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight16Regular
              className={mergeClasses(styles.chevron, isOpen && styles.open)}
            />
            Additional Permissions ({permissions.length})
          </button>
        </h3>
        {isKnown && (
          <Text variant="caption" muted>
            {granted} granted
          </Text>
        )}
      </Stack>
      {isOpen && (
        <PermissionList
          items={permissions.map((permission) => ({
            permission,
            word: additionalWord(permission, registration, isKnown),
            tag: permission.kind === 'optional' ? 'Optional' : 'Extra',
          }))}
        />
      )}
    </section>
  )
}

const TONE_ORDER: readonly StatusTone[] = [
  'bad',
  'warning',
  'unknown',
  'waiting',
  'off',
  'info',
  'good',
]

/** Failures first, then what is not verified, then what is granted and proven. */
function rankOf({ permission, word }: PermissionItemProps): number {
  const tones = [word.tone, proofWord(permission)?.tone ?? word.tone]
  return Math.min(...tones.map((tone) => TONE_ORDER.indexOf(tone)))
}

/** Permissions one below the other, failures first; their states are in columns where there is room. */
export function PermissionList({ items }: { items: readonly PermissionItemProps[] }) {
  const styles = useStyles()
  return (
    <>
      {/* Each entry contains these words itself. */}
      <div className={styles.columns} aria-hidden>
        <span>Permission</span>
        <span>Unlocks</span>
        <span>State</span>
        <span>Proof</span>
      </div>
      <Stack as="ul">
        {items
          .toSorted((a, b) => rankOf(a) - rankOf(b))
          .map((item) => (
            <PermissionItem key={item.permission.value} {...item} />
          ))}
      </Stack>
    </>
  )
}
