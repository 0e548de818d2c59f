import {
  Dialog,
  DialogSurface,
  Input,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { Search20Regular } from '@fluentui/react-icons/svg/search'
import { useNavigate } from '@tanstack/react-router'
import { SEARCH } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { AllLink, FoundGroup, FoundItem } from './found-items.ts'
import { SearchAnswer } from './search-answer.tsx'
import { optionIdOf } from './search-results.tsx'
import { useEstateSearch } from './use-estate-search.ts'
import type { SearchState } from './use-estate-search.ts'

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    maxWidth: '640px',
    // The field does not move when the height of the results changes.
    marginTop: '10vh',
    maxHeight: '76vh',
    padding: 0,
    overflow: 'hidden',
    '@media (max-width: 640px)': { marginTop: '8px', maxHeight: 'calc(100dvh - 16px)' },
  },
  field: {
    padding: '12px 12px 12px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  input: { flexGrow: 1, minWidth: 0 },
  answer: { flexGrow: 1, minHeight: '112px', overflowY: 'auto' },
  keys: {
    ...typographyStyles.caption1,
    display: 'flex',
    gap: '16px',
    padding: '8px 20px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    // Phones have no keyboard.
    '@media (max-width: 640px)': { display: 'none' },
  },
})

interface EstateSearchDialogProps {
  isOpen: boolean
  /** Another number each time it opens, also while the last one still fades away. */
  opening: number
  /** `hasChosen`: the reader goes on to what was found. */
  onClose: (hasChosen: boolean) => void
  /** The dialog is gone: from now on the focus can be elsewhere. */
  onClosed: () => void
}

/** Search over everything that the reader may see: tenants, people, licenses, policies, checks. */
export function EstateSearchDialog(props: EstateSearchDialogProps) {
  const { isOpen, opening, onClose, onClosed } = props
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose(false)}>
      <DialogSurface className={styles.surface} aria-label="Search" data-estate-search="">
        <EstateSearchFields key={opening} onClose={onClose} onClosed={onClosed} />
      </DialogSurface>
    </Dialog>
  )
}

/** A component of its own: each opening begins without words. */
function EstateSearchFields({
  onClose,
  onClosed,
}: Omit<EstateSearchDialogProps, 'isOpen' | 'opening'>) {
  const styles = useStyles()
  const listId = useId()
  const [text, setText] = useState('')
  const state = useEstateSearch(text)
  const options = state.kind === 'found' ? state.groups.flatMap(optionsOf) : []
  const { active, onArrow } = useActiveOption(options)
  const navigate = useNavigate()
  const onEnter = useEnter(state, active, ({ link }) => {
    onClose(true)
    void navigate(link)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows that choose among an input method's words are not ours.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onEnter(text)
    else if (!onArrow(event.key)) return
    event.preventDefault()
  }
  const tellClosed = useEffectEvent(onClosed)
  useEffect(() => () => tellClosed(), [])
  return (
    <>
      <Stack row gap={8} align="center" className={styles.field}>
        <Input
          className={styles.input}
          size="large"
          appearance="filled-lighter"
          contentBefore={<Search20Regular />}
          placeholder="Search tenants, users, licenses and more..."
          value={text}
          maxLength={SEARCH.maxLength}
          onChange={(_, { value }) => setText(value)}
          onKeyDown={onKeyDown}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag suggests what a server finds
          role="combobox"
          aria-label="Search tenants, users, licenses, policies and checks"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          {...(active && { 'aria-activedescendant': optionIdOf(listId, active.key) })}
          autoComplete="off"
          spellCheck={false}
        />
        <IconButton label="Close" icon={<Dismiss20Regular />} onClick={() => onClose(false)} />
      </Stack>
      <div className={styles.answer}>
        <SearchAnswer
          state={state}
          text={text}
          listId={listId}
          activeKey={active?.key}
          onChosen={() => onClose(true)}
        />
      </div>
      <div className={styles.keys} aria-hidden>
        <span>↑ ↓ to move</span>
        <span>Enter to open</span>
        <span>Esc to close</span>
      </div>
    </>
  )
}

type Option = FoundItem | AllLink

/** Returns the options of a group in the order of the list. */
const optionsOf = ({ items, all }: FoundGroup): readonly Option[] =>
  all === null ? items : [...items, all]

/** Which of the options the arrow keys have reached: the first until they are used. */
function useActiveOption(options: readonly Option[]) {
  const [key, setKey] = useState<string>()
  const at = Math.max(
    0,
    options.findIndex((option) => option.key === key),
  )
  const onArrow = (pressed: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressed]
    if (step === undefined || options.length === 0) return false
    setKey(options.at((at + step) % options.length)?.key)
    return true
  }
  return { active: options[at], onArrow }
}

/**
 * Opens what Enter was pressed for. Who is faster than the answer gets the first thing that it brings;
 * what was found for other words is not what they ask for.
 */
function useEnter(
  state: SearchState,
  active: Option | undefined,
  open: (option: Option) => void,
): (text: string) => void {
  const awaited = useRef<string>(undefined)
  const words = state.kind === 'found' && !state.isOld ? state.words : undefined
  const openAwaited = useEffectEvent(() => {
    const isAwaited = awaited.current === words
    awaited.current = undefined
    if (isAwaited && active) open(active)
  })
  useEffect(() => {
    if (words !== undefined) openAwaited()
  }, [words])
  return (text) => {
    if (words === undefined) awaited.current = text.trim()
    else if (active) open(active)
  }
}
