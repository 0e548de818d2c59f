/**
 * Marks an element that gets the focus back when a dialog closes, as Fluent's useRestoreFocusTarget does.
 * The hook would load Tabster with the first screen; LastingFocusCare loads it with the first interaction.
 */
export const RETURNS_FOCUS = { 'data-tabster': '{"restorer":{"type":1}}' } as const
