import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { ArrowRight20Regular } from '@fluentui/react-icons/svg/arrow-right'
import { Building20Regular } from '@fluentui/react-icons/svg/building'
import { Certificate20Regular } from '@fluentui/react-icons/svg/certificate'
import { Person20Regular } from '@fluentui/react-icons/svg/person'
import { ShieldLock20Regular } from '@fluentui/react-icons/svg/shield-lock'
import { ShieldTask20Regular } from '@fluentui/react-icons/svg/shield-task'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { SearchKind } from '@tenantscope/contract/search'
import { useEffect, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { Stack } from '../../ui/stack.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { Text } from '../../ui/text.tsx'
import type { FoundGroup, FoundItem } from './found-items.ts'
import { MarkedText } from './marked-text.tsx'

const useStyles = makeStyles({
  list: { padding: '4px 8px 12px' },
  label: { padding: '4px 12px' },
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
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // Both a long address and the tenant are visible.
  detail: { minWidth: 0, ':nth-child(2)': { flexShrink: 0, maxWidth: '50%' } },
})

interface SearchResultsProps {
  listId: string
  groups: readonly FoundGroup[]
  words: string
  isOld: boolean
  activeKey: string | undefined
  onChosen: () => void
}

/** The results, grouped by kind. */
export function SearchResults(props: SearchResultsProps) {
  const { listId, groups, words, activeKey, ...option } = props
  const styles = useStyles()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag holds links in groups
    <Stack gap={12} role="listbox" id={listId} aria-label="Search results" className={styles.list}>
      {groups.map(({ kind, label, items, all }) => (
        <div
          key={kind}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the only group that a listbox may hold
          role="group"
          aria-label={all ? `${label}, the first ${items.length} of more` : label}
        >
          <Text as="div" variant="captionStrong" muted className={styles.label} aria-hidden>
            {label}
          </Text>
          {items.map((item) => (
            <SearchOption
              {...option}
              key={item.key}
              id={optionIdOf(listId, item.key)}
              link={item.link}
              Icon={ICONS[kind]}
              isActive={item.key === activeKey}
            >
              <FoundText item={item} words={words} />
            </SearchOption>
          ))}
          {all && (
            <SearchOption
              {...option}
              id={optionIdOf(listId, all.key)}
              link={all.link}
              Icon={ArrowRight20Regular}
              isActive={all.key === activeKey}
            >
              <Text variant="body">{all.title}</Text>
            </SearchOption>
          )}
        </div>
      ))}
    </Stack>
  )
}

/** Returns the element ID of an option; keys contain spaces, which IDs cannot. */
export function optionIdOf(listId: string, key: string): string {
  return `${listId}-${key.replaceAll(/\s/g, '-')}`
}

const ICONS: Record<SearchKind, FluentIcon> = {
  tenants: Building20Regular,
  people: Person20Regular,
  licenses: Certificate20Regular,
  policies: ShieldLock20Regular,
  checks: ShieldTask20Regular,
}

interface SearchOptionProps extends Pick<SearchResultsProps, 'isOld' | 'onChosen'> {
  id: string
  link: LinkProps
  Icon: FluentIcon
  isActive: boolean
  children: ReactNode
}

/** An option of the list that is a link, so that it also opens in a new tab. */
function SearchOption(props: SearchOptionProps) {
  const { id, link, Icon, isActive, isOld, onChosen, children } = props
  const styles = useStyles()
  return (
    <OptionLink
      {...link}
      preload={false}
      id={id}
      isActive={isActive}
      className={mergeClasses(styles.option, isActive && styles.active, isOld && styles.old)}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChosen()
      }}
    >
      <Icon aria-hidden className={styles.icon} />
      {children}
    </OptionLink>
  )
}

/** The name of a result, what distinguishes it, and its state. */
function FoundText({ item, words }: { item: FoundItem; words: string }) {
  const styles = useStyles()
  const style = useTextStyle({ variant: 'caption', muted: true })
  const details = [item.detail, item.tenant?.name ?? null].filter((detail) => detail !== null)
  return (
    <Stack as="span">
      <Text variant="body" className={styles.line}>
        <MarkedText text={item.title} words={words} />
      </Text>
      <Stack as="span" row className={style}>
        {details.map((detail, index) => (
          <span key={`${index} ${detail}`} className={mergeClasses(styles.line, styles.detail)}>
            {index > 0 && '\u00A0·\u00A0'}
            <MarkedText text={detail} words={words} />
          </span>
        ))}
      </Stack>
      {item.state !== undefined && (
        <span className={mergeClasses(style, styles.line)}>{item.state}</span>
      )}
    </Stack>
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
