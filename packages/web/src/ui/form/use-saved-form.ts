import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'

import { bodyProblemsOf } from '../../lib/body-problems.ts'
import type { Problems, Read } from '../../lib/body-problems.ts'

interface SavedFormOptions<Values extends FieldValues, Input, Saved> {
  /** The values that the fields start with. */
  initial: Values
  /** Returns what is sent, or the problems by field; `readBody` reads by the contract's schema. */
  read: (values: Values) => Read<Input>
  /** Sends it; a rejection leaves the form as it is. */
  save: (input: Input) => Promise<Saved>
  /** Not called when the form is gone by then. */
  onSaved?: (saved: Saved) => void
  /** Returns the form's field for a field of the body, where their names differ. */
  fieldOf?: (bodyField: string) => string
  /** Returns whether there is nothing to save yet; the form is not sent then. */
  isOff?: (values: Values, isDirty: boolean) => boolean
  /** Returns the fields that a failure changes, such as a secret that was refused. */
  valuesAfter?: (error: unknown) => Partial<Values>
  /** Compares values whose order does not matter; absent: field by field. */
  isSame?: (values: Values, initial: Values) => boolean
}

/** What closing a form would interrupt or discard. */
export type EditState = 'unchanged' | 'changed' | 'saving'

/** A form's values, problems and saving; fields take it as their `form`. */
export interface SavedForm<Values extends FieldValues, Input = unknown> {
  values: Values
  problems: Problems
  /** The failure of the last attempt to save, unless fields show it; null: none. */
  failure: unknown
  isDirty: boolean
  /** There is nothing to save yet. */
  isOff: boolean
  isSaving: boolean
  /** For the dialog around the form, which `useDiscardQuestion` closes. */
  editState: EditState
  /** Takes the form element, in which the first field with a problem gets the focus. */
  attach: (element: HTMLFormElement | null) => void
  /** Saves the values; with these instead, where another button than the main one saves. */
  submit(instead?: Partial<Values>): void
  /** Returns to `then` what would be sent, or shows the problems. */
  read(then: (input: Input) => void): void
  /** Changes values; ignored while the form is saved. */
  change(changes: Partial<Values>): void
  /** Starts again with these values, which count as saved. */
  start(values: Values): void
}

/**
 * Holds a form's values until they are saved. The same values are sent once: a second submit is ignored
 * while the first one runs, and after it succeeded until a value changes or the form starts again.
 */
export function useSavedForm<Values extends FieldValues, Input, Saved>(
  options: SavedFormOptions<Values, Input, Saved>,
): SavedForm<Values, Input> {
  const { read, save, onSaved, fieldOf = (field) => field, valuesAfter, isSame } = options
  const [initial, setInitial] = useState(options.initial)
  const form = useForm<Values>({ values: initial })
  const { control } = form
  useWatch({ control })
  const values = form.getValues()
  const { isDirty: isChanged } = form.formState
  const isDirty = isSame === undefined ? isChanged : !isSame(values, initial)
  const isOff = options.isOff?.(values, isDirty) ?? false
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaving, setIsSaving] = useState(false)
  const progress = useRef<'open' | 'saving' | 'saved'>('open')
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const clear = () => {
    progress.current = 'open'
    setProblems({})
    setFailure(null)
  }
  const set = (changes: Partial<Values>) =>
    form.reset({ ...form.getValues(), ...changes }, { keepDefaultValues: true })
  const refuse = (found: Problems) => {
    setProblems(found)
    // After the fields show it.
    queueMicrotask(() => focusFirst(element, Object.keys(found)))
  }
  const send = async (input: Input) => {
    progress.current = 'saving'
    setIsSaving(true)
    try {
      const saved = await save(input)
      progress.current = 'saved'
      if (isShown.current) onSaved?.(saved)
    } catch (error) {
      progress.current = 'open'
      if (valuesAfter) set(valuesAfter(error))
      const refused = Object.entries(bodyProblemsOf(error)).map(
        ([field, message]) => [fieldOf(field), message] as const,
      )
      const known = refused.filter(([field]) =>
        Object.hasOwn(form.getValues(), field.split('.')[0] ?? ''),
      )
      if (known.length > 0) refuse(Object.fromEntries(known))
      else setFailure(error)
    } finally {
      setIsSaving(false)
    }
  }
  const readThen = (then: (input: Input) => void, instead: Partial<Values> = {}) => {
    clear()
    const result = read({ ...form.getValues(), ...instead })
    if ('problems' in result) refuse(result.problems)
    else then(result.input)
  }
  return {
    values,
    problems,
    failure,
    isDirty,
    isOff,
    isSaving,
    editState: isSaving ? 'saving' : isDirty ? 'changed' : 'unchanged',
    attach: setElement,
    submit: (instead) => {
      if (isOff || progress.current !== 'open') return
      readThen((input) => void send(input), instead)
    },
    read: (then) => {
      if (progress.current !== 'saving') readThen(then)
    },
    change: (changes) => {
      if (progress.current === 'saving') return
      clear()
      set(changes)
    },
    start: (started) => {
      clear()
      setInitial(started)
      form.reset(started)
    },
  }
}

/** Focuses the first field, by its `name`, that has a problem. */
function focusFirst(form: HTMLFormElement | null, wrong: readonly string[]): void {
  const fields = Array.from(form?.querySelectorAll<HTMLElement>('[name]') ?? [])
  fields.find((field) => wrong.includes(field.getAttribute('name') ?? ''))?.focus()
}
