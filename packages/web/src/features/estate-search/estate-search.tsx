import { makeStyles, shorthands, tokens, typographyStyles } from '@fluentui/react-components'
import { Search20Regular } from '@fluentui/react-icons/svg/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const EstateSearchDialog = lazyPart(
  async () => (await import('./estate-search-dialog.tsx')).EstateSearchDialog,
)

const useStyles = makeStyles({
  button: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    // Makes room for the name of the account first.
    width: '280px',
    flexShrink: 100,
    minWidth: '144px',
    height: '32px',
    padding: '0 8px',
    cursor: 'pointer',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': {
      color: tokens.colorNeutralForeground1,
      ...shorthands.borderColor(tokens.colorNeutralStroke1Hover),
      backgroundColor: tokens.colorNeutralBackground1Hover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '@media (max-width: 900px)': {
      width: '32px',
      flexShrink: 0,
      minWidth: 0,
      padding: 0,
      justifyContent: 'center',
    },
    '@media (max-width: 640px)': { border: 'none' },
  },
  word: { flexGrow: 1, textAlign: 'start', '@media (max-width: 900px)': HIDDEN_FROM_SIGHT },
  keys: {
    ...typographyStyles.caption1,
    fontFamily: 'inherit',
    padding: '0 4px',
    color: tokens.colorNeutralForeground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
    '@media (max-width: 900px)': { display: 'none' },
  },
})

/** The way into the search of the estate, by mouse or by Ctrl+K from everywhere. */
export function EstateSearch() {
  const styles = useStyles()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  const [opening, setOpening] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const hasChosen = useRef(false)
  const open = () => {
    if (isOpen === true) return
    const { activeElement } = document
    cameFrom.current = activeElement instanceof HTMLElement ? activeElement : null
    setIsOpen(true)
    setOpening(opening + 1)
  }
  const close = (isChosen: boolean) => {
    hasChosen.current = isChosen
    setIsOpen(false)
  }
  const giveFocusBack = () => {
    // React's strict mode takes parts out and puts them back at once.
    if (isOpen) return
    const back = hasChosen.current ? null : (usable(cameFrom.current) ?? button.current)
    // When the dialog is out of the page: as long as it is there it keeps the focus within itself.
    setTimeout(() => focusAfter(back))
  }
  useSearchShortcut(open)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts={SHORTCUT_KEYS}
        title={`Search (${SHORTCUT_TEXT})`}
        onClick={open}
      >
        <Search20Regular aria-hidden />
        <span className={styles.word}>Search</span>
        {/* A part of the button's name, as everything on it that can be read (WCAG 2.5.3). */}
        <kbd className={styles.keys}>{SHORTCUT_TEXT}</kbd>
      </button>
      {isOpen !== undefined && (
        <LaterPart>
          <EstateSearchDialog
            isOpen={isOpen}
            opening={opening}
            onClose={close}
            onClosed={giveFocusBack}
          />
        </LaterPart>
      )}
    </>
  )
}

/** Undefined for what is gone meanwhile, and for the page itself, where nothing had the focus. */
function usable(element: HTMLElement | null): HTMLElement | undefined {
  return element?.isConnected === true && element !== document.body ? element : undefined
}

/** After a choice, the opened page gets the focus; a page that was already open focuses its heading. */
function focusAfter(element: HTMLElement | null): void {
  if (element) element.focus()
  else if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
}

/** On Apple's keyboards Ctrl+K edits text; Command is the key of shortcuts there. */
const IS_APPLE = /mac|iphone|ipad/i.test(navigator.platform)

/** As people read it on a button. */
const SHORTCUT_TEXT = IS_APPLE ? '⌘K' : 'Ctrl+K'
/** As assistive technology reads it (aria-keyshortcuts). */
const SHORTCUT_KEYS = IS_APPLE ? 'Meta+K' : 'Control+K'

/** Handles the shortcut, unless another dialog is open: its fields keep the browser's own keys. */
function useSearchShortcut(onPressed: () => void): void {
  const press = useEffectEvent(onPressed)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.defaultPrevented || isDialogOpen()) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [wanted, other] = IS_APPLE ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey
}

/** The search's own dialog is ignored: it does not block the shortcut while it fades out. */
function isDialogOpen(): boolean {
  const others =
    '[role="dialog"][aria-modal="true"]:not([data-estate-search]), [role="alertdialog"]'
  return document.querySelector(others) !== null
}
