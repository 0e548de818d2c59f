import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Building20Regular } from '@fluentui/react-icons/svg/building'
import { Certificate20Regular } from '@fluentui/react-icons/svg/certificate'
import { Person20Regular } from '@fluentui/react-icons/svg/person'
import { ShieldLock20Regular } from '@fluentui/react-icons/svg/shield-lock'
import { createLink } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'

import { MarkedText } from './marked-text.tsx'
import type { FoundItem, FoundKind } from './search-groups.ts'

const ICONS: Record<FoundKind, FluentIcon> = {
  tenants: Building20Regular,
  people: Person20Regular,
  licenses: Certificate20Regular,
  policies: ShieldLock20Regular,
}

const useStyles = makeStyles({
  option: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '12px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: {
    // The focus stays in the field; this shows what Enter opens.
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  old: { opacity: 0.6 },
  icon: { color: tokens.colorNeutralForeground3 },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  detailLine: { display: 'flex', minWidth: 0 },
  // Of a long address and a tenant both are to be seen.
  detail: { minWidth: 0, ':nth-child(2)': { flexShrink: 0, maxWidth: '50%' } },
  title: typographyStyles.body1,
  details: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface SearchOptionProps {
  id: string
  kind: FoundKind
  item: FoundItem
  words: string
  isActive: boolean
  isOld: boolean
  onChosen: () => void
}

/** One thing that was found: a link, so that it opens in a new tab too, and an option of the list. */
export function SearchOption(props: SearchOptionProps) {
  const { id, kind, item, words, isActive, isOld, onChosen } = props
  const styles = useStyles()
  const Icon = ICONS[kind]
  return (
    <OptionLink
      to="/tenant/$tenantId"
      params={{ tenantId: item.tenantId }}
      search={item.search}
      preload={false}
      id={id}
      isActive={isActive}
      className={mergeClasses(styles.option, isActive && styles.active, isOld && styles.old)}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChosen()
      }}
    >
      <Icon aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={mergeClasses(styles.line, styles.title)}>
          <MarkedText text={item.title} words={words} />
        </span>
        <span className={mergeClasses(styles.detailLine, styles.details)}>
          {item.details.map((detail, index) => (
            <span key={`${index} ${detail}`} className={mergeClasses(styles.line, styles.detail)}>
              {index > 0 && '\u00A0·\u00A0'}
              <MarkedText text={detail} words={words} />
            </span>
          ))}
        </span>
      </span>
    </OptionLink>
  )
}

type OptionAnchorProps = ComponentProps<'a'> & { isActive: boolean }

const OptionLink = createLink(OptionAnchor)

function OptionAnchor({ isActive, children, ...props }: OptionAnchorProps) {
  const anchor = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) anchor.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // The focus stays in the field; the option is pointed to (WAI-ARIA combobox pattern).
    <a
      {...props}
      ref={anchor}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option that is a link, too
      role="option"
      aria-selected={isActive}
      // The router marks links to the page that is open; an option is none.
      aria-current={undefined}
      tabIndex={-1}
      draggable={false}
      // A click must not take the focus out of the field before the dialog closes.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}
