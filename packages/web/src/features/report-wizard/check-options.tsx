/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an option has several texts, which a select element does not allow */
import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { areaName } from '@tenantscope/analysis/checks/areas'
import { severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { TenantCheck } from '@tenantscope/contract/posture'
import { useId, useRef } from 'react'

import { Text } from '../../ui/text.tsx'
import { OptionBox, useOptionStyles } from './option-box.tsx'
import { useOptionKeys } from './use-option-keys.ts'

const ROW_PX = 52

const useStyles = makeStyles({
  option: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 64px 112px',
    alignItems: 'center',
    columnGap: '12px',
    boxSizing: 'border-box',
    minHeight: `${ROW_PX}px`,
    padding: '4px 8px',
    '@media (max-width: 640px)': { gridTemplateColumns: '20px minmax(0, 1fr) auto' },
  },
  texts: { display: 'grid', minWidth: 0 },
  verdict: { '@media (max-width: 640px)': { gridColumn: 2 } },
})

interface CheckOptionsProps {
  checks: readonly TenantCheck[]
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

/** A list of checks to select, as one stop of the Tab key. */
export function CheckOptions({ checks, chosen, onChoose }: CheckOptionsProps) {
  const styles = useStyles()
  const common = useOptionStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { active, ...handlers } = useOptionKeys({
    items: checks,
    chosen,
    rowHeight: ROW_PX,
    scroller,
    reveal: (index) => scroller.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
    onChoose,
  })
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Checks of this report"
      aria-multiselectable
      aria-activedescendant={active && `${listId}${active.id}`}
      tabIndex={0}
      className={common.scroller}
      {...handlers}
    >
      {checks.map(({ id, title, severity, verdict, references }, index) => (
        <div
          key={id}
          id={`${listId}${id}`}
          role="option"
          tabIndex={-1}
          aria-selected={chosen.has(id)}
          data-index={index}
          className={mergeClasses(common.option, styles.option, id === active?.id && common.active)}
        >
          <OptionBox isChosen={chosen.has(id)} />
          <span className={styles.texts}>
            <Text>{title}</Text>{' '}
            <Text variant="caption" muted>
              {[areaName(id), ...references].join(' · ')}
            </Text>
          </span>{' '}
          <Text variant="caption">{severityText(severity)}</Text>{' '}
          <Text variant="caption" muted className={styles.verdict}>
            {verdictText(verdict)}
          </Text>
        </div>
      ))}
    </div>
  )
}
