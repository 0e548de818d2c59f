import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { SEARCH } from '@tenantscope/contract/limits'

import type { FoundGroup } from './search-groups.ts'
import { SearchOption } from './search-option.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '4px 8px 12px' },
  label: {
    ...typographyStyles.caption1Strong,
    padding: '4px 12px',
    color: tokens.colorNeutralForeground2,
  },
  more: {
    ...typographyStyles.caption1,
    padding: '4px 12px 0 44px',
    color: tokens.colorNeutralForeground2,
  },
})

interface SearchResultsProps {
  listId: string
  groups: readonly FoundGroup[]
  words: string
  isOld: boolean
  activeKey: string | undefined
  onChosen: () => void
}

/** What was found, under the names of its kinds. */
export function SearchResults(props: SearchResultsProps) {
  const { listId, groups, words, isOld, activeKey, onChosen } = props
  const styles = useStyles()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag holds links in groups
    <div role="listbox" id={listId} aria-label="Search results" className={styles.list}>
      {groups.map(({ kind, label, items, isMore }) => (
        <div
          key={kind}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the only group that a listbox may hold
          role="group"
          aria-label={isMore ? `${label}, the first ${items.length} of more` : label}
        >
          <div className={styles.label} aria-hidden>
            {label}
          </div>
          {items.map((item) => (
            <SearchOption
              key={item.key}
              id={optionIdOf(listId, item.key)}
              kind={kind}
              item={item}
              words={words}
              isActive={item.key === activeKey}
              isOld={isOld}
              onChosen={onChosen}
            />
          ))}
          {isMore && (
            <div className={styles.more} aria-hidden>
              And more: the first {SEARCH.shownPerKind} are shown. Type more to narrow them down.
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** The id of an option in the page; keys hold spaces, which ids may not. */
export function optionIdOf(listId: string, key: string): string {
  return `${listId}-${key.replaceAll(/\s/g, '-')}`
}
