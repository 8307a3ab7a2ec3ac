const names = `
Aaron Abdul Abigail Adam Adrian Agnes Ahmed Aisha Alan Albert Alejandro Alex Alexander Alexandra Alfred Ali Alice Alina Amanda Amelia Amina Amy Ana Anders Andrea
Andreas Andrew Andrey Angela Anita Ann Anna Anne Anthony Anton Antonio Arthur Astrid August Barbara Beatrice Ben Benjamin Bernard Bertha Boris Brian
Bruno Carl Carla Carlos Carmen Caroline Catherine Cecilia Chandra Charles Charlotte Chen Chiara Christian Christina Christine Christopher Clara Claire Claude
Colin Conrad Daniel Daniela David Deborah Dennis Diana Diego Dmitri Dominic Donald Dora Dorothy Edgar Edith Edmund Eduardo Edward Eleanor Elena Eliza
Elizabeth Ella Ellen Elsa Emil Emily Emma Eric Erik Ernest Esther Eva Eve Evelyn Fatima Felix Fernando Fiona Florence Frances Francesca Francesco Francis Frank
Franz Fred Frederick Friedrich Gabriel Gabriela George Georg Gerald Gerard Gertrude Giovanni Giulia Gordon Grace Graham Greta Gregory Guillermo Gustav Hannah Hans
Harold Harriet Harry Hassan Heinrich Helen Helena Helene Henri Henry Herbert Herman Hilda Hiroshi Howard Hugh Hugo Ian Ibrahim Ida Igor Ines Ingrid Irene Iris
Isaac Isabel Isabella Ivan Jack Jacob Jacques James Jan Jane Janet Jean Jennifer Jeremy Joan Joanna Johann Johannes John Jonas Jonathan Jorge Josef Joseph
Josephine Juan Judith Julia Julian Juliet Julius Karen Karin Karl Kate Katherine Keiko Kenji Kenneth Kevin Klaus Kofi Kurt Lars Laura Laurence Lena Leo Leon
Leonard Leonardo Lewis Liam Lidia Lily Linda Lisa Louisa Louise Lucas Lucia Lucy Ludwig Luigi Luis Luke Lydia Magnus Manuel Marco Marcus Margaret Maria Marie Mario
Mark Marta Martha Martin Mary Matthew Matthias Maurice Max Maya Mehmet Michael Michel Miguel Mikhail Miriam Mohamed Mohammed Monica Nadia Nancy Naomi Natalia Nathan
Neil Nicholas Nicolas Nikolai Nina Nora Norman Olga Oliver Olivia Omar Oscar Otto Pablo Patricia Patrick Paul Paula Pauline Pedro Peter Philip Philippe Pierre
Priya Rachel Rafael Ralph Raymond Rebecca Richard Robert Roberto Roger Roland Ronald Rosa Rose Rosemary Ruth Samuel Sandra Sara Sarah Sergei Sharon Silvia Simon
Sofia Sonia Sophia Sophie Stefan Stella Stephen Steven Stuart Susan Susanna Svetlana Sylvia Tanya Tatiana Teresa Theodor Theodore Theresa Thomas Timothy Tobias
Tom Ursula Valentina Vera Veronica Victor Victoria Vincent Viola Virginia Vladimir Walter Wei Werner Wilhelm William Winifred Yan Yasmin Yuki Yusuf Zoe`;

/** Common given names of many countries: a name of several words that starts with one is taken for a person's. */
export const givenNames: ReadonlySet<string> = new Set(names.trim().split(/\s+/));
