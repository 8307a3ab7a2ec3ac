/** Reads colours of the page by the names of their custom properties, as the theme shows them now: a canvas knows no `var()`. */
export function readColours<T>(read: (colour: (name: string) => string) => T): T {
  const probe = document.createElement('span');
  document.body.append(probe);
  const style = getComputedStyle(probe);
  try {
    return read((name) => {
      probe.style.color = `var(${name})`;
      return style.color;
    });
  } finally {
    probe.remove();
  }
}
