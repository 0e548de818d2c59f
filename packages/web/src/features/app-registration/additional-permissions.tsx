import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import { useId, useState } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { PERMISSION_HEADING_STYLE } from './permission-heading-style.ts'
import { PermissionList } from './permission-list.tsx'
import { additionalWord, areGrantsKnown } from './permission-words.ts'

const useStyles = makeStyles({
  heading: PERMISSION_HEADING_STYLE,
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
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface AdditionalPermissionsProps {
  registration: Permissions
  check: ConsentCheck | null
}

/** Optional permissions and what is there without need, folded at first. */
export function AdditionalPermissions({ registration, check }: AdditionalPermissionsProps) {
  const styles = useStyles()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const permissions = registration.permissions.filter(({ kind }) => kind !== 'required')
  const isKnown = areGrantsKnown(registration.permissions, check)
  const active = permissions.filter(({ isGranted }) => isGranted).length
  if (permissions.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className={styles.heading}>
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
        {isKnown && <span className={styles.note}>{active} active</span>}
      </div>
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
