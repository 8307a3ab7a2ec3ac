// Sets the chosen theme before the first paint; `app/settings/settings.svelte.ts` keeps it.
{
  const theme = localStorage.getItem('burrow.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
