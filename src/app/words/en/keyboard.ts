/** The list of keys, and the handles between panes. */
export const keyboard = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  resizeLibrary: 'Width of Library',
  resizeEvidence: 'Width of Evidence',
  groups: [
    {
      title: 'Anywhere',
      keys: [
        { press: ['/'], does: 'Find names and places in the text' },
        { press: ['Ctrl', 'K'], does: 'The same, while you write' },
        { press: ['?'], does: 'Show these shortcuts' },
        { press: ['Esc'], does: 'Close, or go back to the answer' },
      ],
    },
    {
      title: 'Ask',
      keys: [
        { press: ['Enter'], does: 'Ask' },
        { press: ['Shift', 'Enter'], does: 'Start a new line' },
        { press: ['J'], does: 'Next passage of the evidence' },
        { press: ['K'], does: 'Previous passage' },
        { press: ['Enter'], does: 'Open the passage in its document' },
      ],
    },
    {
      title: 'Lists, trees and panes',
      keys: [
        { press: ['↑', '↓'], does: 'Move through the rows' },
        { press: ['←', '→'], does: 'Fold or unfold a topic; widen or narrow a pane at its edge' },
        { press: ['Home', 'End'], does: 'Go to the first or the last row' },
      ],
    },
  ],
};
